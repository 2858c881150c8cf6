import { hash } from 'node:crypto';
import type { LogEntry } from './log-entry.ts';

/** An entry is there at most so long after its time: a transaction or an attempt has ended by then. */
const LATE_MILLISECONDS = 60_000;
/** What was sent is known for longer: each entry is read several times. */
const KNOWN_MILLISECONDS = 600_000;
const MOST_KNOWN = 500;
/** At once, so that they are seldom sorted. */
const MOST_FORGOTTEN = 100;

const DIGEST_CHARACTERS = 6;
const MOST_DIGESTS_OF_POSITION = 64;

/** A time in base 36, a dot, and the digests of entries since then. */
export const positionPattern = `^[0-9a-z]{1,11}\\.([A-Za-z0-9_-]{${DIGEST_CHARACTERS}}){0,${MOST_DIGESTS_OF_POSITION}}$`;

/**
 * Which entries a stream has sent. Entries become visible in another order than that of their times, so that a position is
 * a time before which all were sent, with the digests of those after it.
 */
export class SentEntries {
  /** What happened before was sent, or is not sent any more. */
  #from = Number.NEGATIVE_INFINITY;
  #latest = Number.NEGATIVE_INFINITY;
  /** The times of entries by their digests. */
  readonly #known = new Map<string, number>();

  /** @param position of the last entry that the client has */
  constructor(position?: string) {
    if (position === undefined) return;
    const [time = '', digests = ''] = position.split('.');
    this.#from = Number.parseInt(time, 36);
    this.#latest = this.#from;
    for (let at = 0; at < digests.length; at += DIGEST_CHARACTERS) {
      this.#known.set(digests.slice(at, at + DIGEST_CHARACTERS), this.#from + LATE_MILLISECONDS);
    }
  }

  /** @returns whether it was not sent yet; it counts as sent from now on */
  add({ at, key }: LogEntry): boolean {
    const time = at.getTime();
    const digest = digestOf(key);
    if (time < this.#from || this.#known.has(digest)) return false;
    this.#known.set(digest, time);
    this.#latest = Math.max(this.#latest, time);
    this.#forget();
    return true;
  }

  /** After the last entry that was added. */
  get position(): string {
    const from = Math.max(this.#latest - LATE_MILLISECONDS, this.#from, 0);
    const recent = [...this.#known]
      .filter(([, time]) => time >= from)
      .sort(([, one], [, other]) => other - one);
    const named = recent.slice(0, MOST_DIGESTS_OF_POSITION);
    const oldest = recent.length > named.length ? (named.at(-1)?.[1] ?? from) : from;
    return `${oldest.toString(36)}.${named.map(([digest]) => digest).join('')}`;
  }

  #forget(): void {
    if (this.#known.size > MOST_KNOWN) {
      const times = [...this.#known.values()].sort((one, other) => one - other);
      this.#from = Math.max(this.#from, (times[MOST_FORGOTTEN] ?? 0) + 1);
    }
    this.#from = Math.max(this.#from, this.#latest - KNOWN_MILLISECONDS);
    for (const [digest, time] of this.#known) if (time < this.#from) this.#known.delete(digest);
  }
}

function digestOf(key: string): string {
  return hash('sha256', key, 'base64url').slice(0, DIGEST_CHARACTERS);
}
