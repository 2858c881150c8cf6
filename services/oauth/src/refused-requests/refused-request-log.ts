import type { Logger } from '@app-platform/runtime';
import type { RefusedRequestStore, RefusedRequests } from './refused-request-store.ts';

/** A request of a known client that was answered with an error of its own making. */
export type RefusedRequest = Omit<RefusedRequests, 'count' | 'firstAt' | 'lastAt'> & { at: Date };

/** Refusals with the same key are counted together. */
function refusalKey({ clientId, endpoint, error, reason }: RefusedRequest): string {
  return JSON.stringify([clientId, endpoint, error, reason]);
}

const MOST_REASON_CHARACTERS = 200;
const MOST_PARAMETER_CHARACTERS = 2_000;

/** No secret, no code, no `state`, and nothing about the user. */
const KEPT_PARAMETERS: Record<RefusedRequest['endpoint'], readonly string[]> = {
  authorization: [
    'response_type',
    'redirect_uri',
    'scope',
    'prompt',
    'code_challenge',
    'code_challenge_method',
  ],
  token: ['grant_type', 'redirect_uri'],
};

/** Bounds what is stored of a request. */
export function keptParameters(
  endpoint: RefusedRequest['endpoint'],
  given: Readonly<Record<string, unknown>>,
): RefusedRequest['parameters'] {
  const kept: Record<string, string> = {};
  for (const name of KEPT_PARAMETERS[endpoint]) {
    const value = given[name];
    if (value === undefined) continue;
    if (typeof value !== 'string' || !isStorable(value)) return null;
    kept[name] = value;
  }
  return kept;
}

/** PostgreSQL stores no NUL and no lone surrogate. */
function isStorable(value: string): boolean {
  return value.length <= MOST_PARAMETER_CHARACTERS && !value.includes('\0') && value.isWellFormed();
}

export function keptReason(reason: string): string {
  return reason.slice(0, MOST_REASON_CHARACTERS).replaceAll('\0', '').toWellFormed();
}

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

  /** Writes the refusals that are not written yet. */
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
