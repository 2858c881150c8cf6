import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { TtlCache } from './ttl-cache.ts';

const LIFETIME_MILLISECONDS = 1_000;

type Fact = { key: string; version: number };

/** A cache on a clock that the test moves. */
function newCache(capacity = 100) {
  const time = { now: 1 };
  const cache = new TtlCache<Fact>({ capacity, now: () => time.now });
  return { time, cache };
}

const fact = (key: string, version = 1): Fact => ({ key, version });

describe('a cached value', () => {
  it('lives one second from the start of its read', async () => {
    const { time, cache } = newCache();
    await cache.read('key', async () => {
      time.now += 400;
      return fact('key');
    });
    expect(cache.get('key')).toEqual(fact('key'));
    time.now = 1 + LIFETIME_MILLISECONDS;
    expect(cache.get('key')).toEqual(fact('key'));
    time.now += 1;
    expect(cache.get('key')).toBeUndefined();
  });

  it('goes with a clear', async () => {
    const { cache } = newCache();
    await cache.read('key', async () => fact('key'));
    cache.clear();
    expect(cache.get('key')).toBeUndefined();
  });

  it('is not kept where its read began before a clear, however late it ends', async () => {
    const { cache } = newCache();
    const late = Promise.withResolvers<Fact>();
    const reading = cache.read('key', () => late.promise);
    cache.clear();
    late.resolve(fact('key'));
    expect(await reading).toEqual(fact('key'));
    expect(cache.get('key')).toBeUndefined();
  });

  it('is read once for concurrent callers, until a clear', async () => {
    const { cache } = newCache();
    const first = Promise.withResolvers<Fact>();
    let reads = 0;
    const read = (value: Promise<Fact>) =>
      cache.read('key', () => {
        reads += 1;
        return value;
      });
    const before = [read(first.promise), read(first.promise)];
    cache.clear();
    const after = read(Promise.resolve(fact('key', 2)));
    first.resolve(fact('key', 1));
    expect(await Promise.all(before)).toEqual([fact('key', 1), fact('key', 1)]);
    expect(await after).toEqual(fact('key', 2));
    expect(reads).toBe(2);
    expect(cache.get('key')).toEqual(fact('key', 2));
  });

  it('is replaced by a refresh, and removed where that finds nothing', async () => {
    const { cache } = newCache();
    await cache.read('key', async () => fact('key', 1));
    await cache.refresh('key', async () => fact('key', 2));
    expect(cache.get('key')).toEqual(fact('key', 2));
    await cache.refresh('key', async () => undefined);
    expect(cache.get('key')).toBeUndefined();
  });

  it('is none where nothing was found, or the read failed', async () => {
    const { cache } = newCache();
    await cache.read('none', async () => undefined);
    await expect(cache.read('failed', () => Promise.reject(new Error('away')))).rejects.toThrow();
    expect(cache.get('none')).toBeUndefined();
    expect(await cache.read('failed', async () => fact('failed'))).toEqual(fact('failed'));
  });

  it('gives way to others where the cache is full', async () => {
    const { cache } = newCache(2);
    for (const key of ['first', 'second', 'third']) await cache.read(key, async () => fact(key));
    expect(cache.size).toBe(2);
    expect(cache.get('first')).toBeUndefined();
    expect(cache.get('third')).toEqual(fact('third'));
  });

  it('counts with its size, and is not cached where it is larger than the capacity', async () => {
    const sizeOf = ({ version }: Fact) => version;
    const cache = new TtlCache<Fact>({ capacity: 10, sizeOf });
    for (const size of [5, 6, 11]) await cache.read(`${size}`, async () => fact('key', size));
    expect([cache.size, cache.get('6')]).toEqual([6, fact('key', 6)]);
  });

  it('property: never misses a clear, and is never older than a second', async () => {
    const key = fc.constantFrom(...KEYS);
    const step = fc.oneof(
      key.map((name) => (run: Run) => run.begin(name)),
      fc.nat(9).map((at) => (run: Run) => run.end(at)),
      key.map((name) => (run: Run) => run.change(name)),
      fc.integer({ min: 0, max: 700 }).map((milliseconds) => (run: Run) => run.wait(milliseconds)),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 60 }), async (steps) => {
        const run = new Run();
        for (const take of steps) {
          await take(run);
          run.expectTruth();
        }
      }),
    );
  });
});

const KEYS = ['acme', 'zenith'] as const;
const CAPACITY = 3;

/** Reads that begin and end in any order, while their subjects change. */
class Run {
  readonly #of = newCache(CAPACITY);
  readonly #truth = new Map<string, number>(KEYS.map((key) => [key, 0]));
  readonly #beganAt = new Map<Fact, number>();
  readonly #inFlight: (() => void)[] = [];

  begin(key: string): void {
    const { promise, resolve } = Promise.withResolvers<Fact>();
    // A read sees the truth of its start, at the earliest.
    void this.#of.cache.read(key, () => {
      const seen = fact(key, this.#truth.get(key));
      this.#beganAt.set(seen, this.#of.time.now);
      this.#inFlight.push(() => resolve(seen));
      return promise;
    });
  }

  async end(at: number): Promise<void> {
    const [end] = this.#inFlight.splice(at % Math.max(this.#inFlight.length, 1), 1);
    end?.();
    await new Promise((resolve) => setImmediate(resolve));
  }

  change(key: string): void {
    this.#truth.set(key, (this.#truth.get(key) ?? 0) + 1);
    this.#of.cache.clear();
  }

  wait(milliseconds: number): void {
    this.#of.time.now += milliseconds;
  }

  expectTruth(): void {
    const { cache, time } = this.#of;
    expect(cache.size).toBeLessThanOrEqual(CAPACITY);
    for (const [key, version] of this.#truth) {
      const found = cache.get(key);
      if (!found) continue;
      expect(found.version).toBe(version);
      expect(time.now - (this.#beganAt.get(found) ?? 0)).toBeLessThanOrEqual(LIFETIME_MILLISECONDS);
    }
  }
}
