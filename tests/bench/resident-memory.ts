import { readFile } from 'node:fs/promises';

/** The memory that a process has, and the most that it had. */
export async function residentMemory(processId: number): Promise<string> {
  const status = await readFile(`/proc/${processId}/status`, 'utf8');
  const [high, now] = ['VmHWM', 'VmRSS'].map((name) => {
    const kibibytes = Number(new RegExp(`^${name}:\\s+(\\d+) kB$`, 'm').exec(status)?.[1]);
    return Math.round(kibibytes / 1024);
  });
  return `resident ${now} MiB, peak ${high} MiB`;
}
