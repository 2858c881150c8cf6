/** More than the log of an app keeps. */
const MOST_KEYS = 1_000;

/** The keys that were added last. */
export class RecentKeys {
  readonly #keys = new Set<string>();

  /** @returns whether it is new */
  add(key: string): boolean {
    if (this.#keys.has(key)) return false;
    this.#keys.add(key);
    const [oldest] = this.#keys;
    if (this.#keys.size > MOST_KEYS && oldest !== undefined) this.#keys.delete(oldest);
    return true;
  }
}
