import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { open } from 'node:fs/promises';
import { serverEnvironment } from './config.ts';

const STOP_MILLISECONDS = 20_000;

export type ChildOptions = {
  name: string;
  /** The program, and what it is given. */
  command: string[];
  environment?: Record<string, string>;
  /** The file that its output is appended to. */
  logFile: string;
  /** Whom it runs as; the caller where left out. */
  user?: { uid: number; gid: number } | undefined;
};

/** A process that this run started: nothing else is ever signalled. */
export class Child {
  static readonly #running = new Set<Child>();
  readonly name: string;
  readonly id: number;
  /** Resolves with its exit code; with nothing where a signal ended it. */
  readonly ended: Promise<number | null>;
  readonly #process: ChildProcess;

  private constructor(name: string, id: number, child: ChildProcess) {
    this.name = name;
    this.id = id;
    this.#process = child;
    Child.#running.add(this);
    this.ended = once(child, 'exit').then(([code]) => {
      Child.#running.delete(this);
      return code as number | null;
    });
  }

  static async start({ name, command, environment, logFile, user }: ChildOptions): Promise<Child> {
    const [program = '', ...parameters] = command;
    const log = await open(logFile, 'a', 0o644);
    const child = spawn(program, parameters, {
      cwd: '/',
      env: { ...serverEnvironment(), ...environment },
      stdio: ['ignore', log.fd, log.fd],
      ...user,
      // A Ctrl-C of the terminal must reach this run alone, which then ends everything in order.
      detached: true,
    });
    await log.close();
    if (child.pid === undefined) {
      const [cause] = await once(child, 'error');
      throw new Error(`${name} could not be started: ${cause}`);
    }
    return new Child(name, child.pid, child);
  }

  /** Runs a program to its end. @throws Error where it fails */
  static async run(options: ChildOptions): Promise<void> {
    const child = await Child.start(options);
    const code = await child.ended;
    if (code !== 0) throw new Error(`${options.name} ended with ${code}: see ${options.logFile}`);
  }

  /** Ends whatever still runs. */
  static async endAll(): Promise<void> {
    await Promise.all([...Child.#running].map((child) => child.end('SIGKILL')));
  }

  get hasEnded(): boolean {
    return this.#process.exitCode !== null || this.#process.signalCode !== null;
  }

  signal(signal: NodeJS.Signals): void {
    this.#process.kill(signal);
  }

  /** Asks it to end, and makes it where it does not. @returns its exit code */
  async end(signal: NodeJS.Signals): Promise<number | null> {
    if (this.hasEnded) return this.ended;
    this.signal(signal);
    const forced = setTimeout(() => this.signal('SIGKILL'), STOP_MILLISECONDS);
    const code = await this.ended;
    clearTimeout(forced);
    return code;
  }
}
