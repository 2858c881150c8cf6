import { hash } from 'node:crypto';

/** How much longer than needed a value may be held. */
export const PERIOD_MILLISECONDS = 7_200_000;
const FIRST_SLOTS = 256;
const MOST_FILLED = 0.75;

/**
 * A set of values that expire, as 64 bits of their SHA-256 digests: 11 to 22 bytes for each, outside the
 * heap. Values that expire in the same period share a table, which is dropped as a whole. With two million
 * values, one of 10^13 others is wrongly found.
 */
export class ExpiringDigests {
  /** By the number of the period. */
  readonly #tables = new Map<number, DigestTable>();

  get size(): number {
    return [...this.#tables.values()].reduce((sum, { size }) => sum + size, 0);
  }

  add(value: string, expiresAt: number): void {
    const period = Math.floor(expiresAt / PERIOD_MILLISECONDS);
    const table = this.#tables.get(period) ?? new DigestTable();
    this.#tables.set(period, table);
    table.add(digestOf(value));
  }

  has(value: string): boolean {
    if (this.#tables.size === 0) return false;
    const digest = digestOf(value);
    for (const table of this.#tables.values()) if (table.has(digest)) return true;
    return false;
  }

  /** Forgets the periods that have ended. */
  forgetExpired(now: number): void {
    for (const period of this.#tables.keys()) {
      if ((period + 1) * PERIOD_MILLISECONDS <= now) this.#tables.delete(period);
    }
  }
}

type Digest = { high: number; low: number };

/** Never two zeros, which mark a free slot. */
function digestOf(value: string): Digest {
  // Making a string costs a third of making a Buffer.
  const digits = hash('sha256', value, 'hex');
  const high = Number.parseInt(digits.slice(0, 8), 16);
  const low = Number.parseInt(digits.slice(8, 16), 16);
  return { high: high || 1, low };
}

/** A hash table with linear probing. A slot is two numbers. */
class DigestTable {
  #slots = new Uint32Array(2 * FIRST_SLOTS);
  size = 0;

  add(digest: Digest): void {
    const place = this.#placeOf(digest);
    if (this.#slots[place] !== 0) return;
    this.#slots[place] = digest.high;
    this.#slots[place + 1] = digest.low;
    this.size += 1;
    if (this.size > (this.#slots.length / 2) * MOST_FILLED) this.#grow();
  }

  has(digest: Digest): boolean {
    return this.#slots[this.#placeOf(digest)] !== 0;
  }

  /** Where the digest is, or the free slot that it would take. */
  #placeOf({ high, low }: Digest): number {
    const slots = this.#slots;
    // The number of slots is a power of two.
    const mask = slots.length - 1;
    let place = (low * 2) & mask;
    while (slots[place] !== 0 && (slots[place] !== high || slots[place + 1] !== low)) {
      place = (place + 2) & mask;
    }
    return place;
  }

  #grow(): void {
    const before = this.#slots;
    this.#slots = new Uint32Array(before.length * 2);
    for (let index = 0; index < before.length; index += 2) {
      const high = before[index] ?? 0;
      const low = before[index + 1] ?? 0;
      if (high === 0) continue;
      const place = this.#placeOf({ high, low });
      this.#slots[place] = high;
      this.#slots[place + 1] = low;
    }
  }
}
