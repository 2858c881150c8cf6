const SLOW_MILLISECONDS = 600_000;
/** More are forgotten, the earliest first. */
const MOST_SLOW = 10_000;

/**
 * The webhooks whose receiver was slow at its last attempt. Each replica remembers its own attempts: what
 * it does not know yet costs it one place for one attempt.
 */
export class SlowReceivers {
  readonly #limitMilliseconds: number;
  readonly #now: () => number;
  /** By webhook: until when. The earliest first. */
  readonly #until = new Map<string, number>();

  /** @param timeoutMilliseconds of an attempt; from its half on a receiver is slow */
  constructor(timeoutMilliseconds: number, now = () => performance.now()) {
    this.#limitMilliseconds = timeoutMilliseconds / 2;
    this.#now = now;
  }

  note(webhookId: string, { durationMilliseconds }: { durationMilliseconds: number }): void {
    this.#until.delete(webhookId);
    if (durationMilliseconds < this.#limitMilliseconds) return;
    this.#until.set(webhookId, this.#now() + SLOW_MILLISECONDS);
    const [first] = this.#until.keys();
    if (this.#until.size > MOST_SLOW && first !== undefined) this.#until.delete(first);
  }

  webhookIds(): string[] {
    const now = this.#now();
    for (const [webhookId, until] of this.#until) {
      if (until > now) break;
      this.#until.delete(webhookId);
    }
    return [...this.#until.keys()];
  }
}
