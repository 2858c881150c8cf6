import { randomBytes } from 'node:crypto';
import { open, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { processEnvironment } from './config.ts';
import { MeasuredProcess } from './measured-process.ts';

const servicesFolder = join(import.meta.dirname, '../../services');
const READY_TIMEOUT_MILLISECONDS = 60_000;

export type ServicePlace = {
  /** For the logs. */
  folder: string;
  launcher: string[];
  profileFolder: string | undefined;
};

/** Starts one of our services as in production, its log going to a file, and waits until it serves. */
export async function startService(
  name: 'registry' | 'oauth',
  environment: Record<string, string>,
  { folder, launcher, profileFolder }: ServicePlace,
): Promise<MeasuredProcess> {
  const logFile = join(folder, `${name}.log`);
  const log = await open(logFile, 'a', 0o600);
  const profiling = profileFolder ? ['--cpu-prof', `--cpu-prof-dir=${profileFolder}`] : [];
  const process = new MeasuredProcess({
    name,
    parameters: [...profiling, join(servicesFolder, name, 'src/main.ts')],
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
    await wait(50);
  }
}

/** A credential of services or operators, long enough for them to take it. */
export function newToken(): string {
  return randomBytes(32).toString('base64url');
}
