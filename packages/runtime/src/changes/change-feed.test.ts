import { setTimeout } from 'node:timers/promises';
import { type Change, changeKeys } from '@app-platform/contracts';
import { openTestDatabase } from '@app-platform/testing/databases/test-database';
import { until } from '@app-platform/testing/until';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { DatabaseConnection } from '../database/database-connection.ts';
import { defineStatement, type Statements } from '../database/statement.ts';
import { createLogger } from '../logging/logger.ts';
import { ChangeFeed } from './change-feed.ts';
import { DatabaseChanges } from './database-changes.ts';

const logger = createLogger('test', 'silent');
const organizationId = 'a'.repeat(24);

const ADD = defineStatement({
  name: 'add-audit-event-of-test',
  text: `
    INSERT INTO audit_event (organization_id, actor_type, actor_id, action, subject, request_id, address)
    VALUES ($1, 'service', 'test', $2, $3, 'r', '127.0.0.1')`,
  parameters: { organizationId: 'text', action: 'text', subject: 'text' },
  row: {},
});
const COUNT = defineStatement({
  name: 'count-changes-of-test',
  text: 'SELECT count(*) AS count FROM change',
  parameters: {},
  row: { count: 'int8' },
});

let database: DatabaseConnection;
beforeEach(async () => {
  database = await openTestDatabase('registry', 'runtime');
});
afterEach(() => database.close());

const add = (statements: Statements, subject: string, action = 'app_version.registered') =>
  statements.rows(ADD, { organizationId, action, subject });

/** A feed, and the changes that it has delivered. */
function following() {
  const delivered: Change[] = [];
  const time = { now: 0 };
  const outage = { isNow: false };
  const changes = new DatabaseChanges(database.statements, () => time.now);
  let resets = 0;
  const source = {
    read: async (after?: string) => {
      if (outage.isNow) throw new Error('away');
      const batch = await changes.read(after);
      if (batch.changes) delivered.push(...batch.changes);
      else resets += 1;
      return batch;
    },
    trim: (position: string) => changes.trim(position),
  };
  const feed = new ChangeFeed({ source, pauseMilliseconds: 10, logger, now: () => time.now });
  const subjects = () => delivered.map(({ subject }) => subject);
  return { feed, subjects, delivered, time, outage, resets: () => resets };
}

describe('the feed of a database', () => {
  it('begins at the present position, and brings each later change once', async () => {
    await add(database.statements, 'before-1.0.0');
    const { feed, delivered, resets } = following();
    await feed.read();
    expect([delivered, resets()]).toEqual([[], 1]);
    await add(database.statements, 'after-1.0.0');
    await add(database.statements, 'ignored', 'webhook.tested');
    await feed.read();
    await feed.read();
    const change = { action: 'app_version.registered', organizationId, subject: 'after-1.0.0' };
    expect([delivered, resets()]).toEqual([[change], 1]);
  });

  it('brings no change of a transaction that was rolled back', async () => {
    const { feed, subjects } = following();
    await feed.read();
    const failing = database.transaction(async (statements) => {
      await add(statements, 'undone-1.0.0');
      throw new Error('not this one');
    });
    await expect(failing).rejects.toThrow('not this one');
    await feed.read();
    expect(subjects()).toEqual([]);
  });

  it('says that all may have changed where there are more than a thousand changes', async () => {
    const { feed, subjects, resets } = following();
    await feed.read();
    await database.transaction(async (statements) => {
      for (let count = 0; count < 1_001; count += 1) await add(statements, `many-1.0.${count}`);
    });
    await feed.read();
    expect([subjects(), resets()]).toEqual([[], 2]);
  });

  it('says so where the position is of another history of the database', async () => {
    const changes = new DatabaseChanges(database.statements);
    const { position } = await changes.read();
    const { changes: none } = await changes.read(position.replace(/^[0-9A-F]{8}/, '7FFFFFFF'));
    expect(none).toBeNull();
  });

  it('says so where the position is older than five minutes by the clock of the database', async () => {
    const changes = new DatabaseChanges(database.statements);
    const { position } = await changes.read();
    await add(database.statements, 'long ago-1.0.0');
    const aged = (seconds: number) =>
      position.replace(/\d+$/, (now) => String(Number(now) - seconds));
    expect((await changes.read(aged(290))).changes).toHaveLength(1);
    expect((await changes.read(aged(310))).changes).toBeNull();
  });

  it('asks for the present position where its own is refused for five minutes', async () => {
    const time = { now: 0 };
    const asked: unknown[] = [];
    const source = {
      // As one of another release, with positions of another form.
      read: async (after?: string) => {
        asked.push(after);
        if (after === 'old') throw new Error('400');
        return {
          position: after === undefined && asked.length === 1 ? 'old' : 'new',
          changes: null,
        };
      },
    };
    const feed = new ChangeFeed({ source, pauseMilliseconds: 0, logger, now: () => time.now });
    await feed.read();
    await feed.read();
    time.now += 5 * 60_000 + 1;
    for (let count = 0; count < 2; count += 1) await feed.read();
    expect(asked).toEqual([undefined, 'old', undefined, 'new']);
  });

  it('removes changes after ten minutes', async () => {
    const { feed, time } = following();
    const minutes = async (count: number) => {
      for (let minute = 0; minute < count; minute += 1) {
        time.now += 60_000;
        await feed.read();
      }
    };
    await feed.read();
    await add(database.statements, 'old-1.0.0');
    await minutes(10);
    const count = async () => (await database.statements.rows(COUNT, {}))[0]?.count;
    expect(await count()).toBe(1n);
    // A transaction of another database of the server, which runs meanwhile, defers it.
    await until('the change is removed', 30_000, async () => {
      await minutes(1);
      return (await count()) === 0n;
    });
  });

  it('is fresh for a second from the start of a reading, and knows what changed since', async () => {
    const { feed, time } = following();
    expect([feed.isFresh, feed.hasChangedSince(feed.point, [])]).toEqual([false, true]);
    const before = feed.point;
    await feed.read();
    expect(feed.hasChangedSince(before, [])).toBe(true);
    const { point } = feed;
    await add(database.statements, 'changing-1.0.0');
    await feed.read();
    expect(feed.hasChangedSince(point, [changeKeys.app('changing')])).toBe(true);
    expect(feed.hasChangedSince(point, [changeKeys.app('another')])).toBe(false);
    time.now += 1_000;
    expect(feed.isFresh).toBe(true);
    time.now += 1;
    expect(feed.isFresh).toBe(false);
    // A replica that is two seconds behind may not have it yet.
    const [later, keys] = [feed.point, [changeKeys.app('changing')]];
    expect(feed.hasChangedSince(later, keys)).toBe(false);
    expect(feed.hasChangedSince(later, keys, 2_000)).toBe(true);
  });

  it('goes on after readings that failed, with the changes of that time', async () => {
    const { feed, subjects, outage, time, resets } = following();
    await feed.read();
    outage.isNow = true;
    await add(database.statements, 'meanwhile-1.0.0');
    time.now += 1_500;
    await feed.read();
    expect([feed.isFresh, subjects()]).toEqual([false, []]);
    outage.isNow = false;
    await feed.read();
    expect([feed.isFresh, subjects(), resets()]).toEqual([true, ['meanwhile-1.0.0'], 1]);
  });
});

describe('property: the feed brings each change exactly once', () => {
  it('however transactions are interleaved with its readings', async () => {
    const transaction = fc.record({
      changes: fc.integer({ min: 1, max: 3 }),
      pauseMilliseconds: fc.nat(15),
      isUndone: fc.boolean(),
    });
    let next = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.array(transaction, { minLength: 1, maxLength: 8 }),
        async (transactions) => {
          const { feed, subjects } = following();
          await feed.start();
          const kept: string[] = [];
          const running = transactions.map(async ({ changes, pauseMilliseconds, isUndone }) => {
            const own: string[] = [];
            const run = database.transaction(async (statements) => {
              for (let count = 0; count < changes; count += 1) {
                next += 1;
                own.push(`app${next}-1.0.0`);
                await add(statements, own.at(-1) ?? '');
                await setTimeout(pauseMilliseconds);
              }
              if (isUndone) throw new Error('undone');
            });
            await run.then(
              () => kept.push(...own),
              () => undefined,
            );
          });
          await Promise.all(running);
          await feed.stop();
          await feed.read();
          expect(subjects().sort()).toEqual(kept.sort());
        },
      ),
      { numRuns: 25 },
    );
  });
});
