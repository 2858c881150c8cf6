import type { IncrementResponse, Options, Store } from 'express-rate-limit';

const MOST_KEYS = 100_000;

type Count = { totalHits: number; resetTime: Date };

/**
 * Counts of one process. Bounded: whoever comes from ever more addresses has the oldest counts
 * forgotten, and fills no memory.
 */
export class CountsInMemory implements Store {
  readonly localKeys = true;
  readonly #counts = new Map<string, Count>();
  #windowMilliseconds = 60_000;

  init({ windowMs }: Options): void {
    this.#windowMilliseconds = windowMs;
  }

  increment(key: string): IncrementResponse {
    const count = this.#current(key) ?? this.#begin(key);
    count.totalHits += 1;
    return count;
  }

  decrement(key: string): void {
    const count = this.#current(key);
    if (count && count.totalHits > 0) count.totalHits -= 1;
  }

  resetKey(key: string): void {
    this.#counts.delete(key);
  }

  #current(key: string): Count | undefined {
    const count = this.#counts.get(key);
    return count && count.resetTime.getTime() > Date.now() ? count : undefined;
  }

  #begin(key: string): Count {
    this.#counts.delete(key);
    const [oldest] = this.#counts.keys();
    if (oldest !== undefined && this.#counts.size >= MOST_KEYS) this.#counts.delete(oldest);
    const count = { totalHits: 0, resetTime: new Date(Date.now() + this.#windowMilliseconds) };
    this.#counts.set(key, count);
    return count;
  }
}
