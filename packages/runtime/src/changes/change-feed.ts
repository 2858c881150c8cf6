import { type Change, type ChangeBatch, keysOfChange } from '@app-platform/contracts';
import type { Logger } from '../logging/logger.ts';
import { readGauge, type ServiceMetrics } from '../telemetry/metrics.ts';

/** What was read is valid as long as the feed was read within this time. */
const FRESH_MILLISECONDS = 1_000;
/** A source that refuses a position, as another release may, would refuse it for ever. */
const MOST_BEHIND_MILLISECONDS = 5 * 60_000;
const RETRY_MILLISECONDS = 200;
/** For how long the feed knows what changed. A reading that takes longer is not kept. */
const REMEMBERED_MILLISECONDS = 30_000;

/** Where a feed reads: this service's database, or the other service. */
export type ChangeSource = {
  /** @param after a position that it gave; left out for the present position alone */
  read(after?: string): Promise<ChangeBatch>;
  /** Called after each reading. Removes changes that every reader has seen. */
  trim?(position: string): Promise<void>;
};

export type ChangeFeedOptions = {
  source: ChangeSource;
  /** Between two readings; a source that waits for changes itself needs none. */
  pauseMilliseconds: number;
  logger: Logger;
  metrics?: ServiceMetrics;
  now?: () => number;
};

/** The keys that changed; undefined where all may have. */
type Listener = (keys: readonly string[] | undefined) => void;

/** A point of the feed, before a reading of what can change. */
export type FeedPoint = { sequence: number; at: number };

/** Follows the changes of a database, so that what was read is kept until it changes. */
export class ChangeFeed {
  readonly #options: ChangeFeedOptions;
  readonly #now: () => number;
  readonly #listeners: Listener[] = [];
  /** When each key changed last, the latest last. */
  readonly #changed = new Map<string, FeedPoint>();
  #position: string | undefined;
  /** When the last reading began that succeeded. */
  #readAt = Number.NEGATIVE_INFINITY;
  #sequence = 0;
  /** When all may have changed. */
  #reset: FeedPoint = { sequence: 0, at: Number.NEGATIVE_INFINITY };
  #reading: Promise<void> | undefined;
  #timer: NodeJS.Timeout | undefined;
  #isStarted = false;
  #isFailing = false;

  constructor(options: ChangeFeedOptions) {
    this.#options = options;
    this.#now = options.now ?? (() => performance.now());
    if (!options.metrics) return;
    readGauge(options.metrics, {
      name: 'change_feed_age_seconds',
      help: 'Time since the change feed was read; nothing is kept without it.',
      read: () => (this.#now() - this.#readAt) / 1_000,
    });
  }

  /** Whether all changes of more than a second ago are known. */
  get isFresh(): boolean {
    return this.#now() - this.#readAt <= FRESH_MILLISECONDS;
  }

  get point(): FeedPoint {
    return { sequence: this.#sequence, at: this.#now() };
  }

  /** Whether nothing has changed since. */
  isAt({ sequence }: FeedPoint): boolean {
    return sequence === this.#sequence;
  }

  /**
   * Whether one of the keys may have changed since a reading began.
   * @param behindMilliseconds how old the data may have been that was read
   */
  hasChangedSince(
    { sequence, at }: FeedPoint,
    keys: readonly string[],
    behindMilliseconds = 0,
  ): boolean {
    if (this.#position === undefined) return true;
    if (this.#now() - at + behindMilliseconds > REMEMBERED_MILLISECONDS) return true;
    const mayLack = (change: FeedPoint | undefined) =>
      change !== undefined && (change.sequence > sequence || change.at > at - behindMilliseconds);
    return mayLack(this.#reset) || keys.some((key) => mayLack(this.#changed.get(key)));
  }

  /** Called for each change: when the feed has it, or at once for one of this process. */
  onChange(listener: Listener): void {
    this.#listeners.push(listener);
  }

  /** Changes that this process has committed. The feed brings them again. */
  apply(changes: readonly Change[]): void {
    this.invalidate(changes.flatMap(keysOfChange));
  }

  /** Invalidates what depends on these keys. */
  invalidate(changed: readonly string[]): void {
    const keys = new Set(changed);
    if (keys.size === 0) return;
    this.#sequence += 1;
    const point = this.point;
    for (const key of keys) {
      // Set anew, so that the oldest stand first.
      this.#changed.delete(key);
      this.#changed.set(key, point);
    }
    for (const [key, { at }] of this.#changed) {
      if (at > point.at - REMEMBERED_MILLISECONDS) break;
      this.#changed.delete(key);
    }
    for (const listener of this.#listeners) listener([...keys]);
  }

  /** Resolves after the first reading, also one that failed. */
  async start(): Promise<void> {
    this.#isStarted = true;
    await this.#readAgainAndAgain();
  }

  async stop(): Promise<void> {
    this.#isStarted = false;
    clearTimeout(this.#timer);
    await this.#reading;
  }

  /** Reads the changes since the last reading. */
  async read(): Promise<void> {
    const { source, logger } = this.#options;
    const began = this.#now();
    const isFarBehind = began - this.#readAt > MOST_BEHIND_MILLISECONDS;
    try {
      const { position, changes } = await source.read(isFarBehind ? undefined : this.#position);
      if (changes) this.apply(changes);
      else this.#changedAll();
      this.#position = position;
      this.#readAt = began;
      await source.trim?.(position);
      if (this.#isFailing) logger.info('changes read again');
      this.#isFailing = false;
    } catch (error) {
      if (!this.#isFailing) logger.warn({ err: error }, 'changes not read');
      this.#isFailing = true;
    }
  }

  #readAgainAndAgain(): Promise<void> {
    this.#reading = this.read().then(() => {
      if (!this.#isStarted) return;
      const pause = this.#isFailing ? RETRY_MILLISECONDS : this.#options.pauseMilliseconds;
      this.#timer = setTimeout(() => void this.#readAgainAndAgain(), pause).unref();
    });
    return this.#reading;
  }

  #changedAll(): void {
    this.#sequence += 1;
    this.#reset = this.point;
    this.#changed.clear();
    for (const listener of this.#listeners) listener(undefined);
  }
}
