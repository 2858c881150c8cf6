import { readFile } from 'node:fs/promises';

/** Linux reports CPU times to programs in hundredths of a second, whatever the kernel counts in. */
const TICKS_PER_SECOND = 100;

/** The CPU time that a process has taken so far, in its own code and in the kernel for it. */
export async function cpuSeconds(processId: number): Promise<number> {
  const stat = await readFile(`/proc/${processId}/stat`, 'utf8');
  // The second field is the program's name in parentheses, which may hold anything.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const [userTicks, systemTicks] = [Number(fields[11]), Number(fields[12])];
  return (userTicks + systemTicks) / TICKS_PER_SECOND;
}

/** The memory that a process holds. */
export async function residentBytes(processId: number): Promise<number> {
  const status = await readFile(`/proc/${processId}/status`, 'utf8');
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1]) * 1024;
}

/** The processors that this process may run on. */
export async function allowedProcessors(): Promise<number[]> {
  const status = await readFile('/proc/self/status', 'utf8');
  const list = /^Cpus_allowed_list:\s+(\S+)$/m.exec(status)?.[1] ?? '';
  return list.split(',').flatMap((range) => {
    const [first = 0, last = first] = range.split('-').map(Number);
    return Array.from({ length: last - first + 1 }, (_, index) => first + index);
  });
}
