import type { Logger } from '@app-platform/runtime';
import type { ApiKeyStore } from './api-key-store.ts';

/** Last use is exact to the minute: a write per request would cost more than the request. */
const RESOLUTION_MILLISECONDS = 60_000;
const MOST_KEYS_HELD = 10_000;

/** Records when API keys were last used, in batches apart from requests. */
export class LastUseRecorder {
  readonly #apiKeys: ApiKeyStore;
  readonly #logger: Logger;
  readonly #pending = new Map<string, Date>();
  readonly #timer: NodeJS.Timeout;

  constructor(
    apiKeys: ApiKeyStore,
    logger: Logger,
    intervalMilliseconds = RESOLUTION_MILLISECONDS,
  ) {
    this.#apiKeys = apiKeys;
    this.#logger = logger;
    this.#timer = setInterval(() => void this.flush(), intervalMilliseconds);
    this.#timer.unref();
  }

  /** How many uses are not written yet. */
  get pending(): number {
    return this.#pending.size;
  }

  note(apiKeyId: string, at: Date): void {
    if (this.#pending.size < MOST_KEYS_HELD || this.#pending.has(apiKeyId)) {
      this.#pending.set(apiKeyId, at);
    }
  }

  async flush(): Promise<void> {
    const uses = [...this.#pending];
    this.#pending.clear();
    try {
      await this.#apiKeys.recordLastUse(uses);
    } catch (error) {
      // Nobody waits for this, and the next use notes it again.
      this.#logger.warn({ err: error }, 'last use of API keys not recorded');
    }
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await this.flush();
  }
}
