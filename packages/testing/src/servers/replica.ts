import { join } from 'node:path';
import { Child } from '../processes/child.ts';
import { repositoryFolder } from '../processes/repository-folder.ts';
import { until } from '../until.ts';

const READY_MILLISECONDS = 60_000;
const PROBE_MILLISECONDS = 2_000;

export type ServiceName = 'registry' | 'oauth';

export type ReplicaOptions = {
  service: ServiceName;
  /** From 1. */
  number: number;
  port: number;
  internalPort: number;
  folder: string;
  environment: Record<string, string>;
  /** The program; the service's sources without it. */
  program?: string;
  /** Starts the command line, such as that of a control group. */
  launcher?: string[] | undefined;
  /** How long a start may take; 30 seconds without it. */
  readyMilliseconds?: number;
  /** Called when the process ends although nobody stopped it. */
  onCrash?(text: string): void;
};

/** A process of a service, which keeps its ports when it is restarted. */
export class Replica {
  readonly name: string;
  readonly service: ServiceName;
  readonly port: number;
  readonly internalPort: number;
  readonly #options: ReplicaOptions;
  #child: Child | undefined;

  constructor(options: ReplicaOptions) {
    const { service, number, port, internalPort } = options;
    this.name = `${service}-${number}`;
    this.service = service;
    this.port = port;
    this.internalPort = internalPort;
    this.#options = options;
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  get internalUrl(): string {
    return `http://127.0.0.1:${this.internalPort}`;
  }

  /** The process's id, while it runs. */
  get processId(): number | undefined {
    return this.#child?.hasEnded ? undefined : this.#child?.id;
  }

  /**
   * Starts it, and waits until it is ready.
   * @param logFile where its log goes instead of its usual file
   */
  async start(logFile?: string): Promise<void> {
    const { folder, environment, program, launcher = [], onCrash } = this.#options;
    const child = await Child.start({
      name: this.name,
      command: [
        ...launcher,
        process.execPath,
        program ?? join(repositoryFolder, 'services', this.service, 'src/main.ts'),
      ],
      environment: { ...environment, ...this.#ports() },
      logFile: logFile ?? join(folder, `${this.name}.log`),
    });
    this.#child = child;
    void child.ended.then((code) => {
      if (this.#child === child) onCrash?.(`${this.name} ended by itself, with ${code}`);
    });
    await this.untilReady();
  }

  async untilReady(): Promise<void> {
    const { readyMilliseconds = READY_MILLISECONDS } = this.#options;
    await until(`${this.name} is ready`, readyMilliseconds, async () => {
      if (this.processId === undefined) throw new Error(`${this.name} ended and is not ready`);
      return this.#isReady();
    });
  }

  /** What `kill -9` does, or a machine that loses power. */
  async kill(): Promise<void> {
    await this.#release()?.end('SIGKILL');
  }

  /** Asks it to stop as Kubernetes does. @throws Error where it does not do so in order */
  async stop(): Promise<void> {
    const code = await this.#release()?.end('SIGTERM');
    if (code !== 0) throw new Error(`${this.name} was asked to stop and ended with ${code}`);
  }

  /** From here on its end is wanted. */
  #release(): Child | undefined {
    const child = this.#child;
    this.#child = undefined;
    return child;
  }

  #ports(): Record<string, string> {
    const prefix = this.service.toUpperCase();
    return {
      [`${prefix}_PORT`]: String(this.port),
      [`${prefix}_INTERNAL_PORT`]: String(this.internalPort),
    };
  }

  async #isReady(): Promise<boolean> {
    try {
      const answer = await fetch(`${this.internalUrl}/readyz`, {
        signal: AbortSignal.timeout(PROBE_MILLISECONDS),
      });
      await answer.body?.cancel();
      return answer.ok;
    } catch {
      // Not listening yet.
      return false;
    }
  }
}
