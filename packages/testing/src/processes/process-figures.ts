import { readdir, readFile } from 'node:fs/promises';

/** Linux reports CPU time to programs in hundredths of a second. */
const TICKS_PER_SECOND = 100;

type ProcessTimes = { parentId: number; ticks: number };

/**
 * The CPU time, in user mode and in the kernel, of each group of processes with all of their
 * descendants. Those that have ended are included, because the kernel adds their time to their parent's.
 */
export async function cpuSeconds<Group extends string>(
  groups: Record<Group, number[]>,
): Promise<Record<Group, number>> {
  const processes = await readProcesses();
  const ticksOf = (id: number): number => {
    const children = [...processes].filter(([, { parentId }]) => parentId === id);
    const own = processes.get(id)?.ticks ?? 0;
    return children.reduce((sum, [child]) => sum + ticksOf(child), own);
  };
  const seconds = Object.entries<number[]>(groups).map(([group, ids]) => [
    group,
    ids.reduce((sum, id) => sum + ticksOf(id), 0) / TICKS_PER_SECOND,
  ]);
  return Object.fromEntries(seconds) as Record<Group, number>;
}

async function readProcesses(): Promise<Map<number, ProcessTimes>> {
  const ids = (await readdir('/proc')).map(Number).filter((id) => id > 0);
  const entries = await Promise.all(
    ids.map(async (id): Promise<[number, ProcessTimes] | undefined> => {
      const stat = await readFile(`/proc/${id}/stat`, 'utf8').catch(nothingIfEnded);
      return stat === undefined ? undefined : [id, parseStat(stat)];
    }),
  );
  return new Map(entries.filter((entry) => entry !== undefined));
}

/** A process may end between the listing and the read. */
function nothingIfEnded(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT' && error.code !== 'ESRCH') throw error;
}

/** proc_pid_stat(5). The second field is the program's name in parentheses, which may hold spaces. */
function parseStat(stat: string): ProcessTimes {
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const [utime, stime, cutime, cstime] = fields.slice(11, 15).map(Number) as [
    number,
    number,
    number,
    number,
  ];
  return { parentId: Number(fields[1]), ticks: utime + stime + cutime + cstime };
}

const KIBIBYTES_PER_MEBIBYTE = 1024;

/** The memory that a process holds, with the pages of programs that it shares with other processes. */
export function residentMebibytes(processId: number): Promise<number> {
  return mebibytesIn(processId, /^VmRSS:\s+(\d+) kB$/m);
}

/** The memory that a process holds alone. It depends on no file that another process has read. */
export function anonymousMebibytes(processId: number): Promise<number> {
  return mebibytesIn(processId, /^RssAnon:\s+(\d+) kB$/m);
}

/** @param line of proc_pid_status(5) */
async function mebibytesIn(processId: number, line: RegExp): Promise<number> {
  const status = await readFile(`/proc/${processId}/status`, 'utf8');
  return Number(line.exec(status)?.[1]) / KIBIBYTES_PER_MEBIBYTE;
}

/** Files, sockets and whatever else a process holds open. */
export async function openFiles(processId: number): Promise<number> {
  return (await readdir(`/proc/${processId}/fd`)).length;
}
