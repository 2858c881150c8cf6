import { expect, it } from '@jest/globals';
import { createLogger } from '../logging/logger.ts';
import { UsageCounts } from './usage-counts.ts';
import type { DayOfUsage } from './usage-table.ts';

type Kind = 'requests' | 'tokens';

const kinds = ['requests', 'tokens'] as const;
const [acme, other] = ['a'.repeat(24), 'b'.repeat(24)];

/** A table in memory, which fails while the test says so. */
function fakeTable() {
  const stored = new Map<string, Record<Kind, number>>();
  const table = {
    stored,
    error: undefined as Error | undefined,
    statements: [] as number[],
    removed: [] as string[],
    held: undefined as Promise<void> | undefined,
    add: async (days: readonly DayOfUsage<Kind>[]) => {
      table.statements.push(days.length);
      await table.held;
      if (table.error) throw table.error;
      for (const { organizationId, day, counts } of days) {
        const { requests = 0, tokens = 0 } = stored.get(`${organizationId} ${day}`) ?? {};
        const sum = { requests: requests + counts.requests, tokens: tokens + counts.tokens };
        stored.set(`${organizationId} ${day}`, sum);
      }
    },
    sum: async () => ({ organizations: [], next: null }),
    removeBefore: async (day: string) => {
      table.removed.push(day);
      return 0;
    },
  };
  return table;
}

function setUp() {
  const table = fakeTable();
  const now = { value: new Date('2026-01-31T23:59:59.999Z') };
  const logger = createLogger('test', 'silent');
  const usage = new UsageCounts<Kind>({ table, kinds, clock: () => now.value, logger });
  return { table, now, usage };
}

it('counts by organization, kind and day in UTC, and writes a day with one statement', async () => {
  const { table, now, usage } = setUp();
  usage.count(acme, 'requests');
  usage.count(acme, 'requests');
  usage.count(other, 'tokens');
  now.value = new Date('2026-02-01T00:00:00.000Z');
  usage.count(acme, 'requests');
  await usage.flush();
  expect(Object.fromEntries(table.stored)).toEqual({
    [`${acme} 2026-01-31`]: { requests: 2, tokens: 0 },
    [`${other} 2026-01-31`]: { requests: 0, tokens: 1 },
    [`${acme} 2026-02-01`]: { requests: 1, tokens: 0 },
  });
  expect(table.statements).toEqual([3]);
  await usage.flush();
  expect(table.statements).toEqual([3]);
});

it('a flush that fails is part of the next one, with the counts since: nothing twice, nothing lost', async () => {
  const { table, usage } = setUp();
  const { promise, resolve } = Promise.withResolvers<void>();
  usage.count(acme, 'requests');
  table.error = new Error('the database is gone');
  table.held = promise;
  const failing = usage.flush();
  usage.count(acme, 'requests');
  usage.count(acme, 'tokens');
  resolve();
  await failing;
  await usage.flush();
  table.error = undefined;
  usage.count(acme, 'requests');
  await usage.flush();
  await usage.flush();
  expect([...table.stored.values()]).toEqual([{ requests: 3, tokens: 1 }]);
});

it('of many rows, those that were written before a failure are not written again', async () => {
  const { table, usage } = setUp();
  const organizations = Array.from({ length: 2_500 }, (_, index) =>
    String(index).padStart(24, '0'),
  );
  for (const one of organizations) usage.count(one, 'requests');
  const { add } = table;
  table.add = async (days) => {
    if (table.statements.length === 1) table.error = new Error('the database is gone');
    await add(days);
  };
  await usage.flush();
  expect(table.stored.size).toBe(1_000);
  table.error = undefined;
  await usage.flush();
  expect(table.stored.size).toBe(2_500);
  expect([...table.stored.values()].every(({ requests }) => requests === 1)).toBe(true);
  expect(table.statements).toEqual([1_000, 1_000, 1_000, 500]);
});

it('many organizations are written early, and held up to a bound while the database is gone', async () => {
  const { table, usage } = setUp();
  const countFor = (from: number, to: number) => {
    for (let index = from; index < to; index += 1) {
      usage.count(String(index).padStart(24, '0'), 'requests');
    }
  };
  countFor(0, 9_999);
  await Promise.resolve();
  expect(table.statements).toEqual([]);
  countFor(9_999, 10_000);
  // The early flush is under way: this waits for it.
  await usage.flush();
  expect(table.stored.size).toBe(10_000);
  table.error = new Error('the database is gone');
  table.statements.length = 0;
  countFor(10_000, 125_000);
  await usage.flush();
  // One attempt for each early flush, and not one for each request.
  expect(table.statements.length).toBeLessThan(20);
  table.error = undefined;
  await usage.flush();
  expect(table.stored.size).toBe(110_000);
});

it('stop writes what is counted, and counts older than thirteen months are removed once a day', async () => {
  const { table, now, usage } = setUp();
  usage.start();
  usage.count(acme, 'requests');
  await usage.stop();
  expect(table.stored.size).toBe(1);
  await usage.flush();
  expect(table.removed).toEqual(['2024-12-31']);
  now.value = new Date('2026-02-01T00:00:00.000Z');
  await usage.flush();
  expect(table.removed).toEqual(['2024-12-31', '2025-01-01']);
});
