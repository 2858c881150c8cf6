import type { IncrementResponse, Options, Store } from 'express-rate-limit';
import { Windows } from './windows.ts';

type Count = { totalHits: number; resetTime: Date };

/** Counts of one process. */
export class CountsInMemory implements Store {
  readonly localKeys = true;
  readonly #counts = new Windows<Count>();
  #windowMilliseconds = 60_000;

  init({ windowMs }: Options): void {
    this.#windowMilliseconds = windowMs;
  }

  increment(key: string): IncrementResponse {
    const count = this.#counts.current(key) ?? this.#begin(key);
    count.totalHits += 1;
    return count;
  }

  decrement(key: string): void {
    const count = this.#counts.current(key);
    if (count && count.totalHits > 0) count.totalHits -= 1;
  }

  resetKey(key: string): void {
    this.#counts.end(key);
  }

  #begin(key: string): Count {
    const resetTime = new Date(Date.now() + this.#windowMilliseconds);
    return this.#counts.begin(key, { totalHits: 0, resetTime });
  }
}
