import { execFile } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { open, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import { processEnvironment } from './config.ts';
import { MeasuredProcess } from './measured-process.ts';

const BUILD = join(import.meta.dirname, '../../packages/workbench/src/build.ts');
const READY_TIMEOUT_MILLISECONDS = 60_000;
const LOOK_AGAIN_MILLISECONDS = 5;

export type ServicePlace = {
  /** For the logs. */
  folder: string;
  /** Where the services were built. */
  treesFolder: string;
  launcher: string[];
  profileFolder: string | undefined;
};

/** Builds both services as their images hold them. @returns the folder that is given */
export async function buildServices(folder: string): Promise<string> {
  await promisify(execFile)(process.execPath, [BUILD, folder]);
  return folder;
}

/** Starts one of our services as in production, its log going to a file, and waits until it serves. */
export async function startService(
  name: 'registry' | 'oauth',
  environment: Record<string, string>,
  { folder, treesFolder, launcher, profileFolder }: ServicePlace,
): Promise<MeasuredProcess> {
  const logFile = join(folder, `${name}-${randomUUID()}.log`);
  const log = await open(logFile, 'a', 0o600);
  const profiling = profileFolder ? ['--cpu-prof', `--cpu-prof-dir=${profileFolder}`] : [];
  const process = new MeasuredProcess({
    name,
    parameters: [...profiling, join(treesFolder, name, 'dist/main.js')],
    environment: { ...processEnvironment(), LOG_LEVEL: 'info', ...environment },
    launcher,
    output: log.fd,
  });
  await log.close();
  try {
    await untilReady(process, logFile);
  } catch (error) {
    await process.stop();
    throw error;
  }
  return process;
}

async function untilReady(process: MeasuredProcess, logFile: string): Promise<void> {
  const deadline = Date.now() + READY_TIMEOUT_MILLISECONDS;
  while (true) {
    const log = await readFile(logFile, 'utf8');
    if (log.includes('"msg":"ready"')) return;
    if (process.hasEnded || Date.now() > deadline) {
      throw new Error(`The ${process.name} service did not start. Its log:\n${log}`);
    }
    await wait(LOOK_AGAIN_MILLISECONDS);
  }
}

/** A credential of services or operators, long enough for them to take it. */
export function newToken(): string {
  return randomBytes(32).toString('base64url');
}
