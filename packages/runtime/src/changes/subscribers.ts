import type { ChangeBatch } from '@app-platform/contracts';
import type { ChangeFeed, ChangeSource } from './change-feed.ts';
import { Signal } from './signal.ts';

/** How long a request for changes waits for one. Two of them are less than an entry of a cache lives without the feed. */
const WAIT_MILLISECONDS = 300;
/** How long a write waits for those that keep what it changed. */
const CONFIRMATION_MILLISECONDS = 250;
/** One that has not asked for this time is gone, and uses nothing that it keeps. */
const GONE_MILLISECONDS = 1_000;
const MOST_SUBSCRIBERS = 100;

type Subscriber = {
  askedAt: number;
  /** The last batch that was sent, which the next request confirms. */
  sent: { position: string; readAt: number } | undefined;
  /** Up to when it knows all changes. */
  knowsUntil: number;
};

/** The processes of the other service that follow the changes of this one. */
export class Subscribers {
  readonly #source: ChangeSource;
  readonly #feed: ChangeFeed;
  readonly #now: () => number;
  readonly #subscribers = new Map<string, Subscriber>();
  readonly #change = new Signal();
  readonly #request = new Signal();
  #changedAt = 0;

  constructor(source: ChangeSource, feed: ChangeFeed, now: () => number = () => performance.now()) {
    this.#source = source;
    this.#feed = feed;
    this.#now = now;
    feed.onChange(() => {
      this.#changedAt = this.#now();
      this.#change.notify();
    });
  }

  /** Requests and writes that wait. */
  get waiting(): number {
    return this.#change.size + this.#request.size;
  }

  /** How many are connected. */
  get count(): number {
    return this.#connected().length;
  }

  /**
   * Answers a request for changes: with those after a position, at once or when there is one, else with none after a
   * moment.
   * @param id of the process that asks
   */
  async changesAfter(id: string, after: string | undefined): Promise<ChangeBatch> {
    const subscriber = this.#noteRequest(id, after);
    const end = this.#now() + WAIT_MILLISECONDS;
    while (true) {
      const { point } = this.#feed;
      const batch = await this.#read(subscriber, after);
      if (batch.changes === null || batch.changes.length > 0) return batch;
      const left = end - this.#now();
      // Without a change since then the position is as good as a later one.
      if (left <= 0 || (this.#feed.isAt(point) && !(await this.#change.within(left)))) return batch;
    }
  }

  /** Resolves when all that are connected have the changes of this process until now, or after a quarter of a second. */
  async confirmed(): Promise<void> {
    const changedAt = this.#changedAt;
    const end = this.#now() + CONFIRMATION_MILLISECONDS;
    while (this.#connected().some(({ knowsUntil }) => knowsUntil < changedAt)) {
      const left = end - this.#now();
      if (left <= 0) return;
      await this.#request.within(left);
    }
  }

  #connected(): Subscriber[] {
    const now = this.#now();
    return [...this.#subscribers.values()].filter(
      ({ askedAt }) => askedAt > now - GONE_MILLISECONDS,
    );
  }

  #noteRequest(id: string, after: string | undefined): Subscriber {
    const known = this.#subscribers.get(id);
    const confirms = known?.sent && known.sent.position === after;
    const knowsUntil = confirms ? (known.sent?.readAt ?? 0) : (known?.knowsUntil ?? 0);
    const subscriber = { askedAt: this.#now(), sent: undefined, knowsUntil };
    // The one that has not asked for the longest time stands first.
    this.#subscribers.delete(id);
    this.#subscribers.set(id, subscriber);
    const [oldest] = this.#subscribers.keys();
    if (oldest !== undefined && this.#subscribers.size > MOST_SUBSCRIBERS) {
      this.#subscribers.delete(oldest);
    }
    this.#request.notify();
    return subscriber;
  }

  async #read(subscriber: Subscriber, after: string | undefined): Promise<ChangeBatch> {
    const readAt = this.#now();
    const batch = await this.#source.read(after);
    subscriber.sent = { position: batch.position, readAt };
    // It may have its position from another replica.
    if (batch.changes?.length === 0) {
      subscriber.knowsUntil = readAt;
      this.#request.notify();
    }
    return batch;
  }
}
