import { readdir } from 'node:fs/promises';
import { residentBytes } from '../bench/process-usage.ts';

const MEBIBYTE = 1_048_576;

export async function residentMebibytes(processId: number): Promise<number> {
  return (await residentBytes(processId)) / MEBIBYTE;
}

/** Files, sockets and whatever else a process holds open. */
export async function openFiles(processId: number): Promise<number> {
  return (await readdir(`/proc/${processId}/fd`)).length;
}
