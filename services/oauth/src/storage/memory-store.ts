import type { Clock } from '@app-platform/runtime';
import type { EphemeralStore } from './ephemeral-store.ts';

const MOST_ENTRIES = 100_000;

/** The ephemeral store of a single process. */
export class MemoryStore implements EphemeralStore {
  readonly #entries = new Map<string, { value: string; expiresAt: number }>();
  readonly #clock: Clock;

  constructor(clock: Clock) {
    this.#clock = clock;
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
    this.#entries.delete(key);
  }

  async take(key: string): Promise<string | undefined> {
    const value = this.get(key);
    this.#entries.delete(key);
    return value;
  }

  async ping(): Promise<void> {}

  async close(): Promise<void> {
    this.#entries.clear();
  }

  #write(key: string, value: string, ttlSeconds: number): void {
    this.#entries.delete(key);
    const [oldest] = this.#entries.keys();
    if (oldest !== undefined && this.#entries.size >= MOST_ENTRIES) this.#entries.delete(oldest);
    this.#entries.set(key, { value, expiresAt: this.#clock().getTime() + ttlSeconds * 1000 });
  }

  #read(key: string): string | undefined {
    const entry = this.#entries.get(key);
    if (!entry) return undefined;
    if (entry.expiresAt > this.#clock().getTime()) return entry.value;
    this.#entries.delete(key);
    return undefined;
  }
}
