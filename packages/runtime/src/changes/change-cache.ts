import { LRUCache } from 'lru-cache';
import { Counter, type Registry } from 'prom-client';
import { readGauge, type ServiceMetrics } from '../telemetry/metrics.ts';
import type { ChangeFeed, FeedPoint } from './change-feed.ts';

/** What the maps hold for an entry and for each of its keys, as the heap shows it. */
const ENTRY_BYTES = 600;
const KEY_BYTES = 350;

/** Something that was read. */
export type Dependent<Value> = {
  value: Value;
  /** The keys of what it was made of, from `changeKeys`. */
  dependsOn: readonly string[];
  /** What the value takes in memory; by the length of its JSON where it is left out. */
  bytes?: number;
};

type Entry = Required<Dependent<object>>;
type Reading = { point: FeedPoint; value: Promise<object | undefined> };

export type ChangeCacheOptions = {
  feed: ChangeFeed;
  capacityBytes: number;
  metrics?: ServiceMetrics;
  /** How old the data may be that is read: more than zero where read replicas are. */
  behindMilliseconds?: number;
};

/**
 * Keeps what was read until something changes of which it was made, and uses it while the feed of changes is fresh.
 * A reading that found nothing, or that failed, is not kept.
 */
export class ChangeCache {
  readonly #feed: ChangeFeed;
  readonly #behindMilliseconds: number;
  readonly #entries: LRUCache<string, Entry>;
  /** The names of the entries that depend on a key. */
  readonly #dependents = new Map<string, Set<string>>();
  readonly #inFlight = new Map<string, Reading>();
  readonly #counts: ReturnType<typeof countersIn> | undefined;

  constructor({ feed, capacityBytes, metrics, behindMilliseconds = 0 }: ChangeCacheOptions) {
    this.#feed = feed;
    this.#behindMilliseconds = behindMilliseconds;
    this.#counts = metrics && countersIn(metrics.register);
    this.#entries = new LRUCache<string, Entry>({
      maxSize: capacityBytes,
      sizeCalculation: ({ bytes, dependsOn }, name) =>
        bytes + 2 * name.length + ENTRY_BYTES + KEY_BYTES * dependsOn.length,
      dispose: (entry, name, reason) => {
        this.#forgetKeys(entry, name);
        if (reason === 'evict') this.#counts?.evictions.inc();
      },
    });
    feed.onChange((keys) => this.#remove(keys));
    if (!metrics) return;
    readGauge(metrics, {
      name: 'cache_bytes',
      help: 'Memory of what is kept until it changes.',
      read: () => this.#entries.calculatedSize,
    });
  }

  /** The bytes of all entries. */
  get bytes(): number {
    return this.#entries.calculatedSize;
  }

  /** The entries of one kind. @param kind a label of the metrics */
  of<Value extends object>(kind: string): KindOfEntry<Value> {
    const nameOf = (key: string) => `${kind} ${key}`;
    return {
      get: (key) => this.#get(kind, nameOf(key)) as Value | undefined,
      read: (key, read) => this.#read(nameOf(key), read) as Promise<Value | undefined>,
      refresh: (key, read) => this.#refresh(nameOf(key), read) as Promise<Value | undefined>,
    };
  }

  /** Invalidates the entries that depend on one of these keys, also those that are being read. */
  invalidate(keys: readonly string[]): void {
    this.#feed.invalidate(keys);
  }

  #get(kind: string, name: string): object | undefined {
    const entry = this.#feed.isFresh ? this.#entries.get(name) : undefined;
    this.#counts?.requests.inc({ kind, result: entry ? 'hit' : 'miss' });
    return entry?.value;
  }

  /** Joins a reading in flight that began after the last change. */
  #read(name: string, read: () => Promise<Dependent<object> | undefined>) {
    const inFlight = this.#inFlight.get(name);
    return inFlight && this.#feed.isAt(inFlight.point) ? inFlight.value : this.#refresh(name, read);
  }

  #refresh(name: string, read: () => Promise<Dependent<object> | undefined>) {
    const { point } = this.#feed;
    const reading = read();
    const current: Reading = { point, value: reading.then((found) => found?.value) };
    this.#inFlight.set(name, current);
    const end = () => {
      if (this.#inFlight.get(name) === current) this.#inFlight.delete(name);
    };
    reading.then((found) => {
      end();
      if (found) this.#keep(name, point, found);
      else this.#entries.delete(name);
    }, end);
    return current.value;
  }

  #keep(name: string, point: FeedPoint, { value, dependsOn, bytes }: Dependent<object>): void {
    if (this.#feed.hasChangedSince(point, dependsOn, this.#behindMilliseconds)) return;
    // Before it is set, and so before the entry that it replaces is forgotten.
    this.#entries.delete(name);
    this.#entries.set(name, { value, dependsOn, bytes: bytes ?? bytesOf(value) });
    if (!this.#entries.has(name)) return;
    for (const key of dependsOn) {
      const names = this.#dependents.get(key);
      if (names) names.add(name);
      else this.#dependents.set(key, new Set([name]));
    }
  }

  #remove(keys: readonly string[] | undefined): void {
    if (!keys) this.#entries.clear();
    for (const key of keys ?? []) {
      for (const name of this.#dependents.get(key) ?? []) this.#entries.delete(name);
    }
  }

  #forgetKeys({ dependsOn }: Entry, name: string): void {
    for (const key of dependsOn) {
      const names = this.#dependents.get(key);
      names?.delete(name);
      if (names?.size === 0) this.#dependents.delete(key);
    }
  }
}

export type KindOfEntry<Value extends object> = {
  /** What is kept; undefined also while the feed is not fresh. */
  get(key: string): Value | undefined;
  /** Joins a reading of the same in flight, or reads. */
  read(key: string, read: () => Promise<Dependent<Value> | undefined>): Promise<Value | undefined>;
  /** Reads in any case, and replaces what is kept. */
  refresh(
    key: string,
    read: () => Promise<Dependent<Value> | undefined>,
  ): Promise<Value | undefined>;
};

/** Of small values of strings and numbers: two bytes for each character of their JSON. */
function bytesOf(value: object): number {
  return 2 * JSON.stringify(value).length;
}

function countersIn(register: Registry) {
  return {
    requests: new Counter({
      name: 'cache_requests_total',
      help: 'Requests for what is kept until it changes, by kind and result.',
      labelNames: ['kind', 'result'],
      registers: [register],
    }),
    evictions: new Counter({
      name: 'cache_evictions_total',
      help: 'Entries that gave way to others because the cache was full.',
      registers: [register],
    }),
  };
}
