import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { open } from 'node:fs/promises';
import { createServer } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';

const READY_TIMEOUT_MILLISECONDS = 60_000;
const STOP_TIMEOUT_MILLISECONDS = 15_000;

export type ServiceOptions = {
  name: string;
  /** The file to run. */
  main: string;
  environment: NodeJS.ProcessEnv;
  /** Where its log goes. */
  logFile: string;
  readyUrl: string;
};

/** One service, running in a process of its own. */
export class ServiceProcess {
  readonly name: string;
  readonly #child: ChildProcess;
  /** Resolves when the process ends, for whatever reason. */
  readonly ended: Promise<void>;

  private constructor(name: string, child: ChildProcess) {
    this.name = name;
    this.#child = child;
    this.ended = once(child, 'exit').then(() => undefined);
  }

  /** Starts a service and waits until it is ready. */
  static async start({ name, main, environment, logFile, readyUrl }: ServiceOptions) {
    const log = await open(logFile, 'a', 0o600);
    const child = spawn(process.execPath, [main], {
      env: environment,
      stdio: ['ignore', log.fd, log.fd],
    });
    await log.close();
    const service = new ServiceProcess(name, child);
    const deadline = Date.now() + READY_TIMEOUT_MILLISECONDS;
    while (!(await answers(readyUrl))) {
      if (child.exitCode !== null || Date.now() > deadline) {
        await service.stop();
        throw new Error(`The ${name} did not start. Its log, ${logFile}, says why.`);
      }
      await wait(100);
    }
    return service;
  }

  async stop(): Promise<void> {
    if (this.#child.exitCode !== null) return;
    this.#child.kill('SIGTERM');
    const forced = setTimeout(() => this.#child.kill('SIGKILL'), STOP_TIMEOUT_MILLISECONDS);
    await this.ended;
    clearTimeout(forced);
  }
}

/** @throws Error naming the variable that moves the port, where it is taken */
export async function refuseTakenPort(port: number, variable: string): Promise<void> {
  const probe = createServer();
  try {
    probe.listen(port, '127.0.0.1');
    await once(probe, 'listening');
  } catch (cause) {
    const advice = `Stop what uses it, or set ${variable} to another port.`;
    throw new Error(`Port ${port} is taken. ${advice}`, { cause });
  } finally {
    probe.close();
  }
}

async function answers(url: string): Promise<boolean> {
  try {
    return (await fetch(url, { signal: AbortSignal.timeout(2_000) })).ok;
  } catch {
    // Not listening yet.
    return false;
  }
}
