import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpuSeconds, residentBytes } from './process-usage.ts';

const STOP_TIMEOUT_MILLISECONDS = 15_000;
const REPLY_TIMEOUT_MILLISECONDS = 120_000;

export type MeasuredOptions = {
  name: string;
  /** Node.js's options, the file to run, and what it is given. */
  parameters: string[];
  environment: Record<string, string>;
  /** A command, such as taskset, that runs the program; empty for none. */
  launcher: string[];
  /** A file descriptor for standard output. */
  output?: number;
};

/** One program in a process of its own, whose use of the machine is read from outside. */
export class MeasuredProcess {
  readonly name: string;
  readonly id: number;
  readonly #child: ChildProcess;

  constructor({ name, parameters, environment, launcher, output }: MeasuredOptions) {
    const [command = '', ...rest] = [...launcher, process.execPath, ...parameters];
    this.name = name;
    this.#child = spawn(command, rest, {
      env: environment,
      stdio: ['ignore', output ?? 'ignore', 'inherit', 'ipc'],
      // A Ctrl-C of the terminal must reach the benchmark alone, which then ends this in order.
      detached: true,
    });
    // One that did not start is told below, one that ended by whoever asks it next.
    this.#child.on('error', () => undefined);
    if (this.#child.pid === undefined) throw new Error(`The ${name} could not be started.`);
    this.id = this.#child.pid;
  }

  get hasEnded(): boolean {
    return this.#child.exitCode !== null || this.#child.signalCode !== null;
  }

  cpuSeconds(): Promise<number> {
    return cpuSeconds(this.id);
  }

  residentBytes(): Promise<number> {
    return residentBytes(this.id);
  }

  /** Sends a message to a program that answers each with one; the program is this benchmark's own. */
  async ask<Reply>(message: object): Promise<Reply> {
    const heard = new AbortController();
    const within = AbortSignal.timeout(REPLY_TIMEOUT_MILLISECONDS);
    const signal = AbortSignal.any([heard.signal, within]);
    const ended = once(this.#child, 'exit', { signal }).then(() => {
      throw new Error(`The ${this.name} ended.`);
    });
    try {
      const reply = once(this.#child, 'message', { signal });
      this.#child.send(message);
      const [answered] = await Promise.race([reply, ended]);
      return answered as Reply;
    } finally {
      heard.abort();
    }
  }

  async stop(): Promise<void> {
    if (this.hasEnded) return;
    const exited = once(this.#child, 'exit');
    this.#child.kill('SIGTERM');
    const forced = setTimeout(() => this.#child.kill('SIGKILL'), STOP_TIMEOUT_MILLISECONDS);
    await exited;
    clearTimeout(forced);
  }
}
