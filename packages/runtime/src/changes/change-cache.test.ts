import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { type Change, changeKeys } from '@app-platform/contracts';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { createLogger } from '../logging/logger.ts';
import { ServiceMetrics } from '../telemetry/metrics.ts';
import { ChangeCache } from './change-cache.ts';
import { ChangeFeed } from './change-feed.ts';

type Fact = { app: string; version: number };

/** A cache on a feed and a clock that the test moves. */
async function newCache({ capacityBytes = 1_000_000, behindMilliseconds = 0 } = {}) {
  const time = { now: 1 };
  const pending: Change[] = [];
  const source = { isOfAnotherHistory: false };
  const feed = new ChangeFeed({
    source: {
      read: async () => ({
        position: 'p',
        changes: source.isOfAnotherHistory ? null : pending.splice(0),
      }),
    },
    pauseMilliseconds: 0,
    logger: createLogger('test', 'silent'),
    now: () => time.now,
  });
  const metrics = new ServiceMetrics();
  const cache = new ChangeCache({ feed, capacityBytes, metrics, behindMilliseconds });
  await feed.read();
  return { time, pending, source, feed, cache, metrics, facts: cache.of<Fact>('fact') };
}

const changeOf = (app: string): Change => ({
  action: 'app_version.registered',
  organizationId: 'a'.repeat(24),
  subject: `${app}-1.0.0`,
});

const fact = (app: string, version = 1) => ({
  value: { app, version },
  dependsOn: [changeKeys.app(app)],
});

describe('what is kept', () => {
  it('is used until something changes of which it was made, and while the feed is fresh', async () => {
    const { facts, pending, feed, time } = await newCache();
    for (const app of ['one', 'two']) await facts.read(app, async () => fact(app));
    pending.push(changeOf('one'));
    expect(facts.get('one')).toEqual({ app: 'one', version: 1 });
    await feed.read();
    expect([facts.get('one'), facts.get('two')]).toEqual([undefined, { app: 'two', version: 1 }]);
    time.now += 1_001;
    expect(facts.get('two')).toBeUndefined();
    await feed.read();
    expect(facts.get('two')).toEqual({ app: 'two', version: 1 });
  });

  it('ends at once with a change of this process', async () => {
    const { facts, feed } = await newCache();
    await facts.read('one', async () => fact('one'));
    feed.apply([changeOf('one')]);
    expect(facts.get('one')).toBeUndefined();
  });

  it('is nothing that was read while it changed, and no reading is joined after a change', async () => {
    const { facts, feed } = await newCache();
    const late = Promise.withResolvers<ReturnType<typeof fact>>();
    const before = facts.read('one', () => late.promise);
    expect(facts.read('one', () => Promise.reject(new Error('not joined')))).toBeInstanceOf(
      Promise,
    );
    feed.apply([changeOf('one')]);
    const after = facts.read('one', async () => fact('one', 2));
    expect(await after).toEqual({ app: 'one', version: 2 });
    late.resolve(fact('one', 1));
    expect(await before).toEqual({ app: 'one', version: 1 });
    expect(facts.get('one')).toEqual({ app: 'one', version: 2 });
  });

  it('ends, and so does what is being read, where its reader says so', async () => {
    const { facts, cache } = await newCache();
    await facts.read('one', async () => fact('one'));
    const late = Promise.withResolvers<ReturnType<typeof fact>>();
    const reading = facts.read('two', () => late.promise);
    cache.invalidate(['one', 'two'].map(changeKeys.app));
    late.resolve(fact('two'));
    await reading;
    expect([facts.get('one'), facts.get('two')]).toEqual([undefined, undefined]);
  });

  it('is nothing that was read before the feed, nor on a replica that may lack a change', async () => {
    const { facts, feed, time } = await newCache({ behindMilliseconds: 6_000 });
    feed.apply([changeOf('one')]);
    time.now += 5_000;
    await feed.read();
    for (const app of ['one', 'two']) await facts.read(app, async () => fact(app));
    expect([facts.get('one'), facts.get('two')?.app]).toEqual([undefined, 'two']);
    time.now += 1_001;
    await feed.read();
    await facts.read('one', async () => fact('one'));
    expect(facts.get('one')?.app).toBe('one');
  });

  it('is nothing that was read on a replica soon after all may have changed', async () => {
    const { facts, feed, time, source } = await newCache({ behindMilliseconds: 6_000 });
    source.isOfAnotherHistory = true;
    await feed.read();
    source.isOfAnotherHistory = false;
    await facts.read('one', async () => fact('one'));
    expect(facts.get('one')).toBeUndefined();
    time.now += 6_001;
    await feed.read();
    await facts.read('one', async () => fact('one', 2));
    expect(facts.get('one')?.version).toBe(2);
  });

  it('is nothing where nothing was found, or the reading failed', async () => {
    const { facts } = await newCache();
    expect(await facts.read('none', async () => undefined)).toBeUndefined();
    await expect(facts.read('failed', () => Promise.reject(new Error('away')))).rejects.toThrow();
    expect([facts.get('none'), facts.get('failed')]).toEqual([undefined, undefined]);
    expect(await facts.read('failed', async () => fact('failed'))).toEqual(fact('failed').value);
  });

  it('ends where a refresh finds nothing', async () => {
    const { facts } = await newCache();
    await facts.read('one', async () => fact('one'));
    await facts.refresh('one', async () => undefined);
    expect(facts.get('one')).toBeUndefined();
  });

  it('gives way to others within the bytes of the cache, and is counted', async () => {
    const { facts, cache, metrics } = await newCache({ capacityBytes: 10_000 });
    for (let number = 0; number < 50; number += 1) {
      await facts.read(`${number}`, async () => fact(`${number}`));
      facts.get(`${number}`);
    }
    expect(cache.bytes).toBeGreaterThan(8_000);
    expect(cache.bytes).toBeLessThanOrEqual(10_000);
    expect([facts.get('0'), facts.get('49')?.app]).toEqual([undefined, '49']);
    await facts.read('large', async () => ({ ...fact('large'), bytes: 10_001 }));
    expect(facts.get('large')).toBeUndefined();
    const text = await metrics.register.metrics();
    expect(text).toContain('cache_requests_total{kind="fact",result="hit"} 51');
    expect(text).toMatch(/cache_evictions_total [1-9]/);
  });

  it('takes no more memory than is counted', async () => {
    const { facts, cache } = await newCache({ capacityBytes: 30_000_000 });
    setFlagsFromString('--expose-gc');
    const collect = runInNewContext('gc');
    const heap = () => {
      collect();
      return process.memoryUsage().heapUsed;
    };
    const before = heap();
    for (let number = 0; number < 20_000; number += 1) {
      const app = `app_of_some_length_${number}`;
      await facts.read(`${number}`, async () => ({
        ...fact(app),
        dependsOn: [changeKeys.app(app), changeKeys.organization(`${number}`)],
      }));
    }
    const taken = heap() - before;
    expect(taken / cache.bytes).toBeGreaterThan(0.5);
    expect(taken / cache.bytes).toBeLessThan(1.05);
  });
});

const APPS = ['acme', 'zenith'] as const;

/** Readings that begin and end in any order, while their subjects change and the feed is read. */
class Run {
  readonly #truth = new Map<string, number>(APPS.map((app) => [app, 0]));
  /** What a cache may still show, by the time of the last change that the feed has. */
  readonly #inFlight: (() => void)[] = [];
  readonly #of: Awaited<ReturnType<typeof newCache>>;
  readonly #known = new Map<string, number>(APPS.map((app) => [app, 0]));

  constructor(of: Awaited<ReturnType<typeof newCache>>) {
    this.#of = of;
  }

  begin(app: string): void {
    const { promise, resolve } = Promise.withResolvers<ReturnType<typeof fact>>();
    void this.#of.facts.read(app, () => {
      const seen = fact(app, this.#truth.get(app));
      this.#inFlight.push(() => resolve(seen));
      return promise;
    });
  }

  async end(at: number): Promise<void> {
    const [end] = this.#inFlight.splice(at % Math.max(this.#inFlight.length, 1), 1);
    end?.();
    await new Promise(setImmediate);
  }

  change(app: string): void {
    this.#truth.set(app, (this.#truth.get(app) ?? 0) + 1);
    this.#of.pending.push(changeOf(app));
  }

  async read(): Promise<void> {
    await this.#of.feed.read();
    for (const [app, version] of this.#truth) this.#known.set(app, version);
  }

  expectTruth(): void {
    for (const app of APPS) {
      const kept = this.#of.facts.get(app);
      if (kept) expect(kept.version).toBeGreaterThanOrEqual(this.#known.get(app) ?? 0);
    }
  }
}

it('property: nothing is kept that is older than the changes that the feed has read', async () => {
  const app = fc.constantFrom(...APPS);
  const step = fc.oneof(
    app.map((name) => async (run: Run) => run.begin(name)),
    fc.nat(9).map((at) => (run: Run) => run.end(at)),
    app.map((name) => async (run: Run) => run.change(name)),
    fc.constant((run: Run) => run.read()),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 60 }), async (steps) => {
      const run = new Run(await newCache());
      for (const take of steps) {
        await take(run);
        run.expectTruth();
      }
    }),
  );
});
