import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { allowedProcessors } from './process-usage.ts';

const run = promisify(execFile);

/** Where the processes run. */
export type Processors = {
  /** What a measured program is started through; empty where it may run anywhere. */
  launcher: string[];
  /** For the report. */
  description: string;
};

/**
 * Keeps the load generator, which is this process, on one processor and what it measures on the
 * others: it would else take from both sides of a ratio, and not the same of each.
 */
export async function divideProcessors(): Promise<Processors> {
  const [own, ...others] = await allowedProcessors();
  if (own === undefined || others.length === 0) {
    return { launcher: [], description: 'one processor for everything: take no ratio by time' };
  }
  try {
    await run('taskset', ['--all-tasks', '--cpu-list', '--pid', String(own), String(process.pid)]);
  } catch {
    return { launcher: [], description: 'processes not pinned: there is no taskset here' };
  }
  return {
    launcher: ['taskset', '--cpu-list', others.join(',')],
    description: `load generator on processor ${own}, measured processes on ${others.join(', ')}`,
  };
}
