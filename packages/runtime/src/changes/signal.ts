/** Something that happens again and again, and is waited for. Nothing is left of a wait that ended. */
export class Signal {
  readonly #waiting = new Set<() => void>();

  /** How many wait. */
  get size(): number {
    return this.#waiting.size;
  }

  notify(): void {
    for (const wake of this.#waiting) wake();
  }

  /** Waits until it happens, or for a time. @returns whether it happened */
  async within(milliseconds: number): Promise<boolean> {
    const { promise, resolve } = Promise.withResolvers<boolean>();
    const wake = () => resolve(true);
    const timer = setTimeout(() => resolve(false), milliseconds);
    this.#waiting.add(wake);
    const hasHappened = await promise;
    this.#waiting.delete(wake);
    clearTimeout(timer);
    return hasHappened;
  }
}
