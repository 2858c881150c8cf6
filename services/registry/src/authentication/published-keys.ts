import type { InternalCalls, Logger } from '@app-platform/runtime';
import { createRemoteJWKSet, customFetch, type JWTVerifyGetKey } from 'jose';

const RELOAD_SECONDS = 10;
/** The least time between two reads because of unknown keys, which any caller can name. */
const COOLDOWN_MILLISECONDS = 1_000;
const TIMEOUT_MILLISECONDS = 2_000;
/** Older keys may have been withdrawn. */
const CURRENT_SECONDS = 60;

export type PublishedKeysOptions = {
  /** The OAuth service's internal address. */
  oauthInternalUrl: string;
  logger: Logger;
  /** Measures the readings. */
  calls: InternalCalls;
  /** How often they are read anew. */
  reloadSeconds?: number;
  /** Called when they were read: others may count from now on. */
  onRead?: () => void;
};

/**
 * The keys that the OAuth service publishes. They stay valid while the service is down. They are read again
 * at intervals, so that a withdrawn key is soon refused, and for a token with an unknown key.
 */
export class PublishedKeys {
  readonly #options: PublishedKeysOptions;
  readonly #keys: ReturnType<typeof createRemoteJWKSet>;
  /** Monotonic time. */
  #readAt = performance.now();
  #timer: NodeJS.Timeout | undefined;

  constructor(options: PublishedKeysOptions) {
    this.#options = options;
    this.#keys = createRemoteJWKSet(new URL('/oauth/jwks', options.oauthInternalUrl), {
      cacheMaxAge: Number.POSITIVE_INFINITY,
      cooldownDuration: COOLDOWN_MILLISECONDS,
      timeoutDuration: TIMEOUT_MILLISECONDS,
      [customFetch]: (url, request) => this.#read(url, request),
    });
  }

  /** Since they were last read, or since the start. */
  get ageSeconds(): number {
    return (performance.now() - this.#readAt) / 1000;
  }

  get areCurrent(): boolean {
    return this.ageSeconds <= CURRENT_SECONDS;
  }

  /** The key lookup of jose. */
  get find(): JWTVerifyGetKey {
    return async (...token) => {
      const readAt = this.#readAt;
      try {
        return await this.#keys(...token);
      } finally {
        // The token named an unknown key, so jose read the keys again.
        if (this.#readAt !== readAt) this.#options.onRead?.();
      }
    };
  }

  start(): void {
    const { reloadSeconds = RELOAD_SECONDS, logger, onRead } = this.#options;
    const reload = async () => {
      try {
        await this.#keys.reload();
        onRead?.();
      } catch (error) {
        logger.warn({ err: error }, 'published keys not read, the known ones go on');
      }
      this.#timer?.refresh();
    };
    this.#timer = setTimeout(() => void reload(), reloadSeconds * 1000).unref();
  }

  async #read(url: string, request: RequestInit): Promise<Response> {
    const response = await this.#options.calls.fetch('readPublishedKeys', url, request);
    if (response.ok) this.#readAt = performance.now();
    return response;
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }
}
