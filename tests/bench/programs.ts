import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Child } from '../faults/child.ts';
import { until } from '../faults/patience.ts';
import { freePort } from '../flow/free-ports.ts';
import { repositoryFolder } from '../flow/run-process.ts';

const READY_MILLISECONDS = 120_000;

/** A Node.js process that listens on a port. */
export type Program = { port: number; processId: number };

/** Builds both services for production. @returns the folder with one folder for each service */
export async function buildServices(folder: string): Promise<string> {
  const build = join(repositoryFolder, 'packages/tooling/src/build.ts');
  await promisify(execFile)(process.execPath, [build, folder]);
  return folder;
}

type Service = {
  name: 'registry' | 'oauth';
  builtFolder: string;
  folder: string;
  port: number;
  internalPort: number;
  environment: Record<string, string>;
  /** Begins its command line. */
  launcher?: string[] | undefined;
};

/** Starts the production build of a service and waits until it is ready. */
export async function startService(service: Service): Promise<Program> {
  const { name, builtFolder, folder, port, internalPort, environment, launcher = [] } = service;
  const prefix = name.toUpperCase();
  const child = await Child.start({
    name,
    command: [...launcher, process.execPath, join(builtFolder, name, 'dist/main.js')],
    environment: {
      NODE_ENV: 'production',
      [`${prefix}_PORT`]: String(port),
      [`${prefix}_INTERNAL_PORT`]: String(internalPort),
      ...environment,
    },
    logFile: join(folder, `${name}-${port}.log`),
  });
  await untilAnswered(child, `http://127.0.0.1:${internalPort}/readyz`);
  return { port, processId: child.id };
}

/**
 * Starts a program of `baselines/` and waits until it answers.
 * @param setup is written to a file, whose path the program gets
 */
export async function startBaseline(file: string, folder: string, setup: object): Promise<Program> {
  const port = await freePort();
  const setupFile = join(folder, `${file}-${port}.json`);
  await writeFile(setupFile, JSON.stringify({ ...setup, port }), { mode: 0o600 });
  const child = await Child.start({
    name: file,
    command: [process.execPath, join(import.meta.dirname, 'baselines', `${file}.ts`), setupFile],
    environment: { NODE_ENV: 'production' },
    logFile: join(folder, `${file}-${port}.log`),
  });
  await untilAnswered(child, `http://127.0.0.1:${port}/`);
  return { port, processId: child.id };
}

function untilAnswered(child: Child, url: string): Promise<void> {
  return until(`${child.name} answers`, READY_MILLISECONDS, async () => {
    if (child.hasEnded) throw new Error(`${child.name} ended. Keep its log with --keep.`);
    // Refused until it listens; `until` tells which program never did.
    const answer = await fetch(url).catch(() => undefined);
    await answer?.body?.cancel();
    return answer !== undefined && answer.status < 500;
  });
}

/** A random credential. */
export function newToken(): string {
  return randomBytes(32).toString('base64url');
}
