/** For how long something may be remembered without being read again. */
export const LIFETIME_MILLISECONDS = 1_000;

/**
 * When something last changed, as far as this process was told: an organization, by its id, or the
 * published keys. What was read before is not used after.
 */
export class Changes {
  /** On the clock that nobody sets. */
  readonly now: () => number;
  readonly #changedAt = new Map<string, number>();
  #latest = Number.NEGATIVE_INFINITY;
  #anyAt = Number.NEGATIVE_INFINITY;

  constructor(now: () => number = () => performance.now()) {
    this.now = now;
  }

  /** How many are kept. */
  get size(): number {
    return this.#changedAt.size;
  }

  note(subject: string): void {
    const now = this.now();
    this.#latest = now;
    this.#changedAt.delete(subject);
    this.#changedAt.set(subject, now);
    // Whatever was read before these is too old by now.
    for (const [earlier, changedAt] of this.#changedAt) {
      if (changedAt + LIFETIME_MILLISECONDS > now) break;
      this.#changedAt.delete(earlier);
    }
  }

  /** What changed is not told: nothing that was read before is used after. */
  noteAny(): void {
    this.#latest = this.now();
    this.#anyAt = this.#latest;
  }

  /** Whether what was begun to be read then can be used: it is recent, and of after the last change. */
  areAllSeenBy(beganAt: number, subject?: string): boolean {
    const changedAt = subject === undefined ? this.#latest : this.#changedAt.get(subject);
    if (this.#anyAt >= beganAt || (changedAt !== undefined && changedAt >= beganAt)) return false;
    return this.now() < beganAt + LIFETIME_MILLISECONDS;
  }
}
