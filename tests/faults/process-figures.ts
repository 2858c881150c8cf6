import { readdir, readFile } from 'node:fs/promises';

const KIBIBYTES_PER_MEBIBYTE = 1024;

/** The memory that a process holds. */
export async function residentMebibytes(processId: number): Promise<number> {
  const status = await readFile(`/proc/${processId}/status`, 'utf8');
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1]) / KIBIBYTES_PER_MEBIBYTE;
}

/** Files, sockets and whatever else a process holds open. */
export async function openFiles(processId: number): Promise<number> {
  return (await readdir(`/proc/${processId}/fd`)).length;
}
