import type { Revocation } from '@app-platform/contracts';
import type { Clock, Logger } from '@app-platform/runtime';
import type { OauthClient } from '../oauth-client/oauth-client.ts';

const INTERVAL_MILLISECONDS = 1_000;
/** Both services start side by side, and until the first time no access token is accepted. */
const FIRST_INTERVAL_MILLISECONDS = 200;
/**
 * Longer than a transaction may take. A transaction that ends late may have drawn a lower id than
 * revocations that were read already, so the ids of this period are read again.
 */
const OVERLAP_MILLISECONDS = 40_000;

export type RevocationListOptions = {
  oauthClient: OauthClient;
  clock: Clock;
  logger: Logger;
};

/**
 * The revocations of the OAuth service. They are polled, so that tokens are checked without a call:
 * a revocation takes effect within two seconds, and an outage of that service stops no request here.
 */
export class RevocationList {
  readonly #options: RevocationListOptions;
  readonly #revoked = new Map<string, number>();
  /** The highest id that was known at a monotonic time, the latest last. */
  #marks: { at: number; highest: bigint }[] = [];
  #loaded = false;
  /** Monotonic time. */
  #readAt = performance.now();
  #timer: NodeJS.Timeout | undefined;
  #stopped = false;

  constructor(options: RevocationListOptions) {
    this.#options = options;
  }

  /** Whether it was read at least once: before, nothing can be said about any token. */
  get isLoaded(): boolean {
    return this.#loaded;
  }

  /** How many revocations are held. */
  get size(): number {
    return this.#revoked.size;
  }

  /** Seconds since the feed was last read, or since the start. */
  get ageSeconds(): number {
    return (performance.now() - this.#readAt) / 1000;
  }

  isRevoked(kind: Revocation['kind'], value: string): boolean {
    return this.#revoked.has(`${kind} ${value}`);
  }

  /** Reads the feed now, and from then on. */
  async start(): Promise<void> {
    await this.poll();
    if (this.#stopped) return;
    const pause = this.#loaded ? INTERVAL_MILLISECONDS : FIRST_INTERVAL_MILLISECONDS;
    this.#timer = setTimeout(() => void this.start(), pause);
    this.#timer.unref();
  }

  stop(): void {
    this.#stopped = true;
    clearTimeout(this.#timer);
  }

  async poll(): Promise<void> {
    const { clock, logger } = this.#options;
    try {
      const askedAt = performance.now();
      const highest = await this.#readAfter(this.#overlapBegins(askedAt));
      this.#marks.push({ at: askedAt, highest });
      this.#loaded = true;
      this.#readAt = askedAt;
    } catch (error) {
      logger.warn({ err: error }, 'revocations not read');
    }
    const now = clock().getTime();
    for (const [key, expiresAt] of this.#revoked) {
      if (expiresAt < now) this.#revoked.delete(key);
    }
  }

  /** The highest id that was known so long ago that everything before it is known by now. */
  #overlapBegins(now: number): bigint {
    const settled = this.#marks.findLastIndex(({ at }) => at <= now - OVERLAP_MILLISECONDS);
    this.#marks = this.#marks.slice(Math.max(settled, 0));
    return settled === -1 ? 0n : (this.#marks[0]?.highest ?? 0n);
  }

  /** Reads to the end, page by page. @returns the highest id there is, or the one given */
  async #readAfter(after: bigint): Promise<bigint> {
    let highest = after;
    while (true) {
      const before = highest;
      const { revocations, more } = await this.#options.oauthClient.listRevocations(`${highest}`);
      for (const { id, kind, value, expiresAt } of revocations) {
        this.#revoked.set(`${kind} ${value}`, Date.parse(expiresAt));
        if (BigInt(id) > highest) highest = BigInt(id);
      }
      if (!more || highest === before) return highest;
    }
  }
}
