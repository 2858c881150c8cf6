import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as wait } from 'node:timers/promises';
import { childEnvironment } from '../config.ts';
import { hasCode, refused } from '../failure.ts';

/**
 * Whether the folder has a program to run.
 * @throws CommandFailure for a package.json that is no JSON object
 */
export function hasStartScript(folder: string): boolean {
  const path = join(folder, 'package.json');
  try {
    return JSON.parse(readFileSync(path, 'utf8')).scripts?.start !== undefined;
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return false;
    throw refused('invalid_package', `${path} cannot be read: ${error}`);
  }
}

/** A port that nothing listens on. */
export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  await new Promise((resolve) => server.close(resolve));
  return port;
}

const isWindows = process.platform === 'win32';

/** How long the program has to end by itself. */
const GRACE_MILLISECONDS = 5_000;
/** For the system to end it. */
const KILL_MILLISECONDS = 1_000;

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/**
 * The program of an app: `npm start` with what it starts, which ends with this process. The next one starts when
 * the one before has ended, since both listen on the same port.
 */
export class AppProcess {
  readonly #folder: string;
  readonly #environment: Record<string, string>;
  readonly #onLine: (line: string) => void;
  readonly #graceMilliseconds: number;
  #child: ChildProcess | undefined;
  #restarting: Promise<void> | undefined;
  #isClosed = false;

  constructor(
    folder: string,
    environment: Record<string, string>,
    onLine: (line: string) => void,
    graceMilliseconds = GRACE_MILLISECONDS,
  ) {
    this.#folder = folder;
    this.#environment = environment;
    this.#onLine = onLine;
    this.#graceMilliseconds = graceMilliseconds;
    for (const signal of SIGNALS) process.on(signal, this.#endBySignal);
    process.on('exit', this.#terminate);
  }

  /** Starts it, or ends it and starts it again. One restart serves all that is asked for while the program ends. */
  restart(): Promise<void> {
    this.#restarting ??= this.#end()
      .then(() => {
        if (!this.#isClosed) this.#start();
      })
      .finally(() => {
        this.#restarting = undefined;
      });
    return this.#restarting;
  }

  /** Ends it for good. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#end();
    for (const signal of SIGNALS) process.off(signal, this.#endBySignal);
    process.off('exit', this.#terminate);
  }

  #start(): void {
    const child = spawn('npm', ['start', '--silent'], {
      cwd: this.#folder,
      env: childEnvironment(this.#environment),
      stdio: ['ignore', 'pipe', 'pipe'],
      // A group of its own, so that all of what npm starts can be ended.
      detached: !isWindows,
      shell: isWindows,
    });
    this.#child = child;
    for (const stream of [child.stdout, child.stderr]) {
      createInterface({ input: stream }).on('line', this.#onLine);
    }
    child.on('error', (error) => {
      this.#child = undefined;
      this.#onLine(`npm cannot be started: ${error.message}`);
    });
    // All of what npm started has ended: each of them has its output.
    child.on('close', (code) => {
      const isExpected = this.#isClosed || this.#restarting !== undefined;
      if (this.#child === child) this.#child = undefined;
      if (isExpected) return;
      this.#onLine(`The app ended with ${code ?? 'a signal'}. It starts again after a change.`);
    });
  }

  async #end(): Promise<void> {
    const child = this.#child;
    if (!child) return;
    const closed = once(child, 'close');
    endWithChildren(child, 'SIGTERM');
    if (await isInTime(closed, this.#graceMilliseconds)) return;
    endWithChildren(child, 'SIGKILL');
    await isInTime(closed, KILL_MILLISECONDS);
  }

  /** Ends this process by the signal, after the program. A second signal does not wait for the program. */
  readonly #endBySignal = (signal: NodeJS.Signals): void => {
    const isRepeated = this.#isClosed;
    const endThis = () => {
      for (const one of SIGNALS) process.off(one, this.#endBySignal);
      process.kill(process.pid, signal);
    };
    if (!isRepeated) return void this.close().finally(endThis);
    if (this.#child) endWithChildren(this.#child, 'SIGKILL');
    endThis();
  };

  readonly #terminate = (): void => {
    if (this.#child) endWithChildren(this.#child, 'SIGTERM');
  };
}

async function isInTime(ended: Promise<unknown>, milliseconds: number): Promise<boolean> {
  const timer = new AbortController();
  const late = wait(milliseconds, false, { signal: timer.signal }).catch(() => false);
  const isEnded = await Promise.race([ended.then(() => true), late]);
  timer.abort();
  return isEnded;
}

function endWithChildren({ pid }: ChildProcess, signal: 'SIGTERM' | 'SIGKILL'): void {
  if (pid === undefined) return;
  if (isWindows) {
    // Windows has no signals, and no groups of processes.
    spawnSync('taskkill', ['/pid', String(pid), '/t', '/f'], { stdio: 'ignore' });
    return;
  }
  try {
    process.kill(-pid, signal);
  } catch (error) {
    // It has ended by itself; macOS says EPERM until that is noticed.
    if (!hasCode(error, 'ESRCH') && !hasCode(error, 'EPERM')) throw error;
  }
}
