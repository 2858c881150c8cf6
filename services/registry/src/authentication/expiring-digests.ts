import { hash } from 'node:crypto';

/** How much longer than needed a value may be held. */
export const PERIOD_MILLISECONDS = 7_200_000;
const FIRST_SLOTS = 256;
/** Of 32 bits. */
const DIGEST_WORDS = 2;
const NUMBER_WORDS = 2;
const MOST_FILLED = 0.75;

/**
 * A set of values that expire, as 64 bits of their SHA-256 digests: 11 to 22 bytes for each, outside the
 * heap. With two million values, one of 10^13 others is wrongly found.
 */
export class ExpiringDigests {
  readonly #tables = new ExpiringTables(DIGEST_WORDS);

  get size(): number {
    return this.#tables.size;
  }

  add(value: string, expiresAt: number): void {
    this.#tables.ofExpiry(expiresAt).place(digestOf(value));
  }

  has(value: string): boolean {
    if (this.#tables.isEmpty) return false;
    const digest = digestOf(value);
    return this.#tables.some((table) => table.has(digest));
  }

  forgetExpired(now: number): void {
    this.#tables.forgetExpired(now);
  }
}

/** A map of values that expire to the highest number of each, likewise: 22 to 43 bytes for each. */
export class ExpiringNumbers {
  readonly #tables = new ExpiringTables(DIGEST_WORDS + NUMBER_WORDS);

  get size(): number {
    return this.#tables.size;
  }

  get isEmpty(): boolean {
    return this.#tables.isEmpty;
  }

  /** @param number from 0 to 2^53 */
  raise(value: string, number: number, expiresAt: number): void {
    const table = this.#tables.ofExpiry(expiresAt);
    const place = table.place(digestOf(value));
    if (number > table.numberAt(place)) table.setNumber(place, number);
  }

  /** Whether the value has that number or a higher one. */
  reaches(value: string, number: number): boolean {
    if (this.#tables.isEmpty) return false;
    const digest = digestOf(value);
    return this.#tables.some((table) => {
      return table.has(digest) && table.numberAt(table.place(digest)) >= number;
    });
  }

  forgetExpired(now: number): void {
    this.#tables.forgetExpired(now);
  }
}

/** Values that expire in the same period share a table, which is dropped as a whole. */
class ExpiringTables {
  readonly #words: number;
  /** By the number of the period. */
  readonly #tables = new Map<number, DigestTable>();

  constructor(words: number) {
    this.#words = words;
  }

  get size(): number {
    return [...this.#tables.values()].reduce((sum, { size }) => sum + size, 0);
  }

  get isEmpty(): boolean {
    return this.#tables.size === 0;
  }

  ofExpiry(expiresAt: number): DigestTable {
    const period = Math.floor(expiresAt / PERIOD_MILLISECONDS);
    const table = this.#tables.get(period) ?? new DigestTable(this.#words);
    this.#tables.set(period, table);
    return table;
  }

  some(condition: (table: DigestTable) => boolean): boolean {
    for (const table of this.#tables.values()) if (condition(table)) return true;
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
  const bytes = hash('sha256', value, 'binary');
  return { high: wordAt(bytes, 0) || 1, low: wordAt(bytes, 4) };
}

/** 32 bits. */
function wordAt(bytes: string, index: number): number {
  const byte = (offset: number) => bytes.charCodeAt(index + offset);
  return ((byte(0) << 24) | (byte(1) << 16) | (byte(2) << 8) | byte(3)) >>> 0;
}

/** A hash table with linear probing. A slot is a digest, and a number in some tables. */
class DigestTable {
  readonly #words: number;
  #slots: Uint32Array;
  size = 0;

  constructor(words: number) {
    this.#words = words;
    this.#slots = new Uint32Array(words * FIRST_SLOTS);
  }

  has(digest: Digest): boolean {
    return this.#slots[this.#placeOf(digest)] !== 0;
  }

  /** @returns where the digest is, after it was added if it was not there */
  place(digest: Digest): number {
    const place = this.#placeOf(digest);
    if (this.#slots[place] !== 0) return place;
    this.#put(place, digest);
    this.size += 1;
    if (this.size <= (this.#slots.length / this.#words) * MOST_FILLED) return place;
    this.#grow();
    return this.#placeOf(digest);
  }

  numberAt(place: number): number {
    return (this.#slots[place + 2] ?? 0) * 2 ** 32 + (this.#slots[place + 3] ?? 0);
  }

  setNumber(place: number, number: number): void {
    this.#slots[place + 2] = Math.floor(number / 2 ** 32);
    this.#slots[place + 3] = number % 2 ** 32;
  }

  /** Where the digest is, or the free slot that it would take. */
  #placeOf({ high, low }: Digest): number {
    const slots = this.#slots;
    const words = this.#words;
    // The number of slots is a power of two, and that of words too.
    const mask = slots.length - 1;
    let place = (low * words) & mask;
    while (slots[place] !== 0 && (slots[place] !== high || slots[place + 1] !== low)) {
      place = (place + words) & mask;
    }
    return place;
  }

  #put(place: number, { high, low }: Digest): void {
    this.#slots[place] = high;
    this.#slots[place + 1] = low;
  }

  #grow(): void {
    const before = this.#slots;
    this.#slots = new Uint32Array(before.length * 2);
    for (let index = 0; index < before.length; index += this.#words) {
      const high = before[index] ?? 0;
      if (high === 0) continue;
      const place = this.#placeOf({ high, low: before[index + 1] ?? 0 });
      this.#slots.set(before.subarray(index, index + this.#words), place);
    }
  }
}
