import type { Clock, RedisState } from '@app-platform/runtime';

/** Short-lived state that may be lost: half-finished sign-ins, sessions, spent nonces. */
export interface EphemeralStore {
  /** Counters that replicas share; undefined for a single process. */
  readonly counters?: SharedCounters;
  /** Of the connection to Redis; undefined without one. */
  readonly state?: RedisState;
  /** Every key has a time to live. */
  set(key: string, value: string, ttlSeconds: number): Promise<void>;
  /** @returns false, without a change, if the key exists */
  add(key: string, value: string, ttlSeconds: number): Promise<boolean>;
  get(key: string): Promise<string | undefined>;
  delete(key: string): Promise<void>;
  /** Gets and deletes atomically: one of several callers gets the value. */
  take(key: string): Promise<string | undefined>;
  ping(): Promise<void>;
  close(): Promise<void>;
}

/** The methods of a Redis client that rate-limiter-flexible calls. */
export type SharedCounters = {
  eval(script: string, options: { keys: string[]; arguments: string[] }): Promise<unknown>;
  del(key: string): Promise<number>;
};

const MOST_ENTRIES = 100_000;
const MOST_CHARACTERS = 64_000_000;

/** The ephemeral store of a single process. */
export class MemoryStore implements EphemeralStore {
  readonly #entries = new Map<string, { value: string; expiresAt: number }>();
  readonly #clock: Clock;
  readonly #mostCharacters: number;
  #characters = 0;

  /** @param mostCharacters of all keys and values; beyond it the oldest entries are dropped */
  constructor(clock: Clock, mostCharacters = MOST_CHARACTERS) {
    this.#clock = clock;
    this.#mostCharacters = mostCharacters;
  }

  size(): { entries: number; characters: number } {
    return { entries: this.#entries.size, characters: this.#characters };
  }

  async set(key: string, value: string, ttlSeconds: number): Promise<void> {
    this.#write(key, value, ttlSeconds);
  }

  async add(key: string, value: string, ttlSeconds: number): Promise<boolean> {
    if (this.#read(key) !== undefined) return false;
    this.#write(key, value, ttlSeconds);
    return true;
  }

  async get(key: string): Promise<string | undefined> {
    return this.#read(key);
  }

  async delete(key: string): Promise<void> {
    this.#remove(key);
  }

  async take(key: string): Promise<string | undefined> {
    const value = this.get(key);
    this.#remove(key);
    return value;
  }

  async ping(): Promise<void> {}

  async close(): Promise<void> {
    this.#entries.clear();
    this.#characters = 0;
  }

  #write(key: string, value: string, ttlSeconds: number): void {
    this.#remove(key);
    this.#entries.set(key, { value, expiresAt: this.#clock().getTime() + ttlSeconds * 1000 });
    this.#characters += key.length + value.length;
    for (const oldest of this.#entries.keys()) {
      if (this.#entries.size <= MOST_ENTRIES && this.#characters <= this.#mostCharacters) break;
      this.#remove(oldest);
    }
  }

  #remove(key: string): void {
    const entry = this.#entries.get(key);
    if (!entry) return;
    this.#entries.delete(key);
    this.#characters -= key.length + entry.value.length;
  }

  #read(key: string): string | undefined {
    const entry = this.#entries.get(key);
    if (!entry) return undefined;
    if (entry.expiresAt > this.#clock().getTime()) return entry.value;
    this.#remove(key);
    return undefined;
  }
}
