const MOST_KEYS = 100_000;

/** How often somebody asked since their window began, and when it ends, in milliseconds. */
export type Count = { hits: number; resetAt: number };

export type Counts = {
  /** Counts one more, and answers how many there are with it. */
  increment(key: string): Count | Promise<Count>;
  /** Takes one back. */
  decrement(key: string): void | Promise<void>;
};

/**
 * Counts of one process. Bounded: whoever comes from ever more addresses has the oldest counts
 * forgotten, and fills no memory.
 */
export class CountsInMemory implements Counts {
  readonly #counts = new Map<string, Count>();
  readonly #windowMilliseconds: number;

  constructor(windowMilliseconds: number) {
    this.#windowMilliseconds = windowMilliseconds;
  }

  increment(key: string): Count {
    const now = Date.now();
    const count = this.#current(key, now) ?? this.#begin(key, now);
    count.hits += 1;
    return count;
  }

  decrement(key: string): void {
    const count = this.#current(key, Date.now());
    if (count && count.hits > 0) count.hits -= 1;
  }

  #current(key: string, now: number): Count | undefined {
    const count = this.#counts.get(key);
    return count && count.resetAt > now ? count : undefined;
  }

  #begin(key: string, now: number): Count {
    this.#counts.delete(key);
    const [oldest] = this.#counts.keys();
    if (oldest !== undefined && this.#counts.size >= MOST_KEYS) this.#counts.delete(oldest);
    const count = { hits: 0, resetAt: now + this.#windowMilliseconds };
    this.#counts.set(key, count);
    return count;
  }
}
