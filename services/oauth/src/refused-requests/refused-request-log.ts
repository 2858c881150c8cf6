import type { Logger } from '@app-platform/runtime';
import { type RefusedRequest, refusalKey } from './refused-request.ts';
import type { RefusedRequestStore, RefusedRequests } from './refused-request-store.ts';

const INTERVAL_MILLISECONDS = 1_000;
/** Between two writes. A further kind of refusal is not counted. */
const MOST_KINDS = 1_000;

/**
 * Collects refused requests, and writes those of a second with one statement: no request waits for it,
 * and a flood of refusals costs the database little. A process that ends abnormally loses a second of them.
 */
export class RefusedRequestLog {
  readonly #store: Pick<RefusedRequestStore, 'add'>;
  readonly #logger: Logger;
  #waiting = new Map<string, RefusedRequests>();
  #timer: NodeJS.Timeout | undefined;
  #writing: Promise<void> = Promise.resolve();

  constructor(store: Pick<RefusedRequestStore, 'add'>, logger: Logger) {
    this.#store = store;
    this.#logger = logger;
  }

  note(request: RefusedRequest): void {
    const { at, ...refused } = request;
    const key = refusalKey(request);
    const known = this.#waiting.get(key);
    if (!known && this.#waiting.size >= MOST_KINDS) return;
    const { count, firstAt } = known ?? { count: 0, firstAt: at };
    this.#waiting.set(key, { ...refused, count: count + 1, firstAt, lastAt: at });
  }

  start(): void {
    this.#timer = setInterval(() => void this.write(), INTERVAL_MILLISECONDS).unref();
  }

  /** Writes what is left. */
  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await this.write();
  }

  /** One write at a time. */
  write(): Promise<void> {
    this.#writing = this.#writing.then(() => this.#writeWaiting());
    return this.#writing;
  }

  async #writeWaiting(): Promise<void> {
    if (this.#waiting.size === 0) return;
    const refused = [...this.#waiting.values()];
    this.#waiting = new Map();
    try {
      await this.#store.add(refused);
    } catch (error) {
      // They help a developer, and nothing depends on them.
      this.#logger.warn({ err: error, kinds: refused.length }, 'refused requests not written');
    }
  }
}
