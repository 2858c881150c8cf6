const MOST_KEYS = 100_000;

/**
 * What is known of each key until its window ends. Bounded: whoever comes from ever more addresses
 * has the oldest forgotten, and fills no memory.
 */
export class Windows<Known extends { resetTime: Date }> {
  readonly #known = new Map<string, Known>();

  /** @returns nothing where the window is over */
  current(key: string): Known | undefined {
    const known = this.#known.get(key);
    return known && known.resetTime.getTime() > Date.now() ? known : undefined;
  }

  begin(key: string, known: Known): Known {
    this.#known.delete(key);
    const [oldest] = this.#known.keys();
    if (oldest !== undefined && this.#known.size >= MOST_KEYS) this.#known.delete(oldest);
    this.#known.set(key, known);
    return known;
  }

  end(key: string): void {
    this.#known.delete(key);
  }
}
