import type { Logger } from '../logging/logger.ts';

const POLL_MILLISECONDS = 5_000;
/** Longer than a step takes. */
const LEASE_MILLISECONDS = 30_000;

/** A queue in the database. Each entry is removed by steps that may be repeated. */
export type Queue<Entry> = {
  /** @param leaseEnd when others may claim it, unless it is prolonged or removed */
  claim(now: Date, leaseEnd: Date): Promise<Entry | undefined>;
  prolong(id: bigint, leaseEnd: Date): Promise<void>;
  remove(id: bigint): Promise<void>;
  /** At most 10,000. */
  count(): Promise<number>;
};

type QueueWorkerOptions<Entry> = {
  queue: Queue<Entry>;
  /** @returns whether the entry has more steps */
  step: (entry: Entry) => Promise<boolean>;
  /** The message that is logged where a step fails. */
  failure: string;
  clock: () => Date;
  logger: Logger;
};

/**
 * Works off a queue that every replica has. After a crash or a step that failed, another replica claims the entry
 * when the lease ends.
 */
export class QueueWorker<Entry extends { id: bigint }> {
  readonly #options: QueueWorkerOptions<Entry>;
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<void> | undefined;
  #isRunRequested = false;
  #isStopping = false;
  #waiting = 0;

  constructor(options: QueueWorkerOptions<Entry>) {
    this.#options = options;
  }

  /** How many entries waited after the last run. */
  get waiting(): number {
    return this.#waiting;
  }

  start(): void {
    this.#isStopping = false;
    this.#timer ??= setInterval(() => this.wake(), POLL_MILLISECONDS).unref();
  }

  /** Resolves when no step is under way. */
  async stop(): Promise<void> {
    this.#isStopping = true;
    clearInterval(this.#timer);
    this.#timer = undefined;
    await this.#running;
  }

  /** Works off what is due now, rather than at the next poll. Nothing before the start. */
  wake(): void {
    if (!this.#timer) return;
    this.#isRunRequested = true;
    this.#running ??= this.#runWhileRequested().finally(() => {
      this.#running = undefined;
    });
  }

  async #runWhileRequested(): Promise<void> {
    while (this.#isRunRequested && !this.#isStopping) {
      this.#isRunRequested = false;
      await this.run();
    }
  }

  /**
   * Works off all that is due, one entry after the other, until a step fails: where the reason is an
   * outage, the next one would fail too.
   */
  async run(): Promise<void> {
    const { queue, logger, failure } = this.#options;
    try {
      let claimed = await this.#claim();
      while (claimed && (await this.#finish(claimed))) claimed = await this.#claim();
      this.#waiting = await queue.count();
    } catch (error) {
      logger.warn({ err: error }, failure);
    }
  }

  async #claim(): Promise<Entry | undefined> {
    if (this.#isStopping) return undefined;
    const now = this.#options.clock();
    return this.#options.queue.claim(now, leaseFrom(now));
  }

  /** @returns whether the entry is removed */
  async #finish(entry: Entry): Promise<boolean> {
    const { queue, step, clock, logger, failure } = this.#options;
    try {
      let isLeft = await step(entry);
      while (isLeft && !this.#isStopping) {
        await queue.prolong(entry.id, leaseFrom(clock()));
        isLeft = await step(entry);
      }
      if (!isLeft) await queue.remove(entry.id);
      return !isLeft;
    } catch (error) {
      logger.warn({ err: error, entry: { ...entry, id: String(entry.id) } }, failure);
      return false;
    }
  }
}

function leaseFrom(now: Date): Date {
  return new Date(now.getTime() + LEASE_MILLISECONDS);
}
