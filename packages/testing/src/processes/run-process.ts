import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';
import { once } from 'node:events';
import { programEnvironment } from './config.ts';
import { repositoryFolder } from './repository-folder.ts';

export type Finished = { code: number | null; stdout: string; stderr: string };

/** A program of this repository, run as its users run it. */
export class RunningProcess {
  static readonly #running = new Set<ChildProcess>();
  readonly child: ChildProcess;
  stdout = '';
  stderr = '';

  /**
   * @param parameters of Node.js: a file of the repository, then what it is given
   * @param options where it runs instead, as whom, and on which Node.js
   */
  constructor(
    parameters: string[],
    environment: Record<string, string> = {},
    { node = process.execPath, ...options }: SpawnOptions & { node?: string } = {},
  ) {
    this.child = spawn(node, parameters, {
      cwd: repositoryFolder,
      env: { ...programEnvironment(), ...environment },
      ...options,
    });
    RunningProcess.#running.add(this.child);
    this.child.on('exit', () => RunningProcess.#running.delete(this.child));
    this.child.stdout?.on('data', (chunk) => {
      this.stdout += chunk;
    });
    this.child.stderr?.on('data', (chunk) => {
      this.stderr += chunk;
    });
  }

  /** Ends what a test left behind, so that a failure does not outlive its test. */
  static endAll(): void {
    for (const child of RunningProcess.#running) child.kill('SIGKILL');
  }

  /** Resolves when an output holds a text; fails with what both hold when the process ends before. */
  async says(text: string, output: 'stdout' | 'stderr' = 'stdout'): Promise<void> {
    while (!this[output].includes(text)) {
      if (this.child.exitCode !== null) throw new Error(`It ended: ${this.stdout}${this.stderr}`);
      const happened = new AbortController();
      const { signal } = happened;
      await Promise.race([
        once(this.child[output] ?? this.child, 'data', { signal }),
        once(this.child, 'exit', { signal }),
      ]);
      // Removes the listener of the event that has not happened.
      happened.abort();
    }
  }

  async finished(): Promise<Finished> {
    const { exitCode, signalCode } = this.child;
    if (exitCode === null && signalCode === null) await once(this.child, 'close');
    return { code: this.child.exitCode, stdout: this.stdout, stderr: this.stderr };
  }

  async stop(signal: NodeJS.Signals = 'SIGTERM'): Promise<Finished> {
    this.child.kill(signal);
    return this.finished();
  }
}
