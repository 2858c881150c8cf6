import { LRUCache } from 'lru-cache';

const LIFETIME_MILLISECONDS = 1_000;

export type TtlCacheOptions<Value> = {
  /** The largest total size: entries, unless `sizeOf` says otherwise. */
  capacity: number;
  sizeOf?(value: Value): number;
  /** A monotonic clock, in milliseconds. */
  now?(): number;
};

type Read<Value> = { start: number; value: Promise<Value | undefined> };

/**
 * Values for at most one second from the start of their read. A read that began before `clear` is
 * neither kept nor joined after it. Misses are not cached.
 */
export class TtlCache<Value extends object> {
  readonly #entries: LRUCache<string, Value>;
  readonly #inFlight = new Map<string, Read<Value>>();
  readonly #now: () => number;

  constructor({
    capacity,
    sizeOf = () => 1,
    now = () => performance.now(),
  }: TtlCacheOptions<Value>) {
    this.#now = now;
    this.#entries = new LRUCache<string, Value>({
      maxSize: capacity,
      sizeCalculation: sizeOf,
      ttl: LIFETIME_MILLISECONDS,
      ttlResolution: 0,
      perf: { now },
    });
  }

  /** The total size of the entries. */
  get size(): number {
    return this.#entries.calculatedSize;
  }

  get(key: string): Value | undefined {
    return this.#entries.get(key);
  }

  /** Joins a read of the same key that is in flight, or reads. */
  read(key: string, read: () => Promise<Value | undefined>): Promise<Value | undefined> {
    const inFlight = this.#inFlight.get(key);
    const isRecent = inFlight && this.#now() < inFlight.start + LIFETIME_MILLISECONDS;
    return isRecent ? inFlight.value : this.refresh(key, read);
  }

  /** Reads in any case, and replaces the cached value. */
  refresh(key: string, read: () => Promise<Value | undefined>): Promise<Value | undefined> {
    const start = this.#now();
    const current = { start, value: read() };
    this.#inFlight.set(key, current);
    /** @returns false where the cache was cleared meanwhile, or another read began */
    const end = () => this.#inFlight.get(key) === current && this.#inFlight.delete(key);
    current.value.then((value) => {
      // Setting undefined deletes.
      if (end()) this.#entries.set(key, value, { start });
    }, end);
    return current.value;
  }

  clear(): void {
    this.#entries.clear();
    this.#inFlight.clear();
  }
}
