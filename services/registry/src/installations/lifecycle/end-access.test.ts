import { setTimeout as wait } from 'node:timers/promises';
import type { GrantRevocationRequest } from '@app-platform/contracts';
import { createLogger } from '@app-platform/runtime';
import { openTestDatabase } from '@app-platform/testing/databases/test-database';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { openRegistryDatabase, type RegistryDatabase } from '../../stores.ts';
import { accessEnding } from './end-access.ts';

const LEASE_MILLISECONDS = 30_000;
const ended = {
  organizationId: 'a'.repeat(24),
  clientId: 'client',
  installedSince: '2026-11-28T03:00:00.000Z',
};

let database: RegistryDatabase;
let now = Date.parse('2026-11-28T04:00:00Z');
const clock = () => new Date(now);
const logLines: string[] = [];
const logger = createLogger('registry', 'info', { write: (line) => void logLines.push(line) });

beforeAll(async () => {
  database = openRegistryDatabase(await openTestDatabase('registry'));
});
afterAll(() => database.close());
beforeEach(async () => {
  now += LEASE_MILLISECONDS;
  while (await takeAny());
});

async function takeAny(): Promise<boolean> {
  const end = new Date(now + 1);
  const claimed = await database.endedAccess.queue.claim(new Date(8_000_000_000_000), end);
  if (claimed) await database.endedAccess.queue.remove(claimed.id);
  return claimed !== undefined;
}

/** A replica, whose calls of the OAuth service have these results in turn: whether grants are left. */
function replica(results: (boolean | Error)[] = []) {
  const calls: GrantRevocationRequest[] = [];
  const ending = accessEnding({
    ...{ database, clock, logger },
    revokeGrants: async (request) => {
      calls.push(request);
      await wait(1);
      const result = results[calls.length - 1];
      if (result instanceof Error) throw result;
      return result ?? false;
    },
  });
  return { ending, calls };
}

const add = (clientId = 'client') => database.endedAccess.add({ ...ended, clientId }, clock());

describe('the grants of an ended installation', () => {
  it('are left to the replica that removes them, however many steps it takes', async () => {
    await add();
    const others: unknown[] = [];
    const ending = accessEnding({
      ...{ database, clock, logger },
      revokeGrants: async () => {
        // Two thirds of a lease.
        now += 20_000;
        others.push(await database.endedAccess.queue.claim(clock(), new Date(now + 1)));
        return others.length < 4;
      },
    });
    await ending.run();
    expect(others).toEqual([undefined, undefined, undefined, undefined]);
    expect(await database.endedAccess.queue.count()).toBe(0);
  });

  it('are removed by as many calls as it takes', async () => {
    await add();
    const { ending, calls } = replica([true, true, false]);
    await ending.run();
    expect(calls).toEqual([ended, ended, ended]);
    await ending.run();
    expect(calls.length).toBe(3);
  });

  it('are removed at once after the commit that ends it, and not of one that is rolled back', async () => {
    const { ending, calls } = replica();
    ending.start();
    const rolledBack = database.transaction(async ({ endedAccess }) => {
      await endedAccess.add({ ...ended, clientId: 'kept' }, clock());
      throw new Error('no');
    });
    await expect(rolledBack).rejects.toThrow('no');
    await database.transaction(({ endedAccess }) => endedAccess.add(ended, clock()));
    while (calls.length === 0) await wait(5);
    await ending.stop();
    expect(calls).toEqual([ended]);
  });

  it('are removed by the next replica where a call fails, once the lease has ended', async () => {
    await add();
    const failing = replica([new Error('the OAuth service is away')]);
    await failing.ending.run();
    expect(failing.ending.waiting).toBe(1);
    expect(logLines.join()).toContain('grants not revoked at the OAuth service');
    const next = replica();
    now += LEASE_MILLISECONDS - 1;
    await next.ending.run();
    expect(next.calls).toEqual([]);
    now += 1;
    await next.ending.run();
    expect(next.calls).toEqual([ended]);
    expect(next.ending.waiting).toBe(0);
  });

  it('are left to the next poll after a call that fails', async () => {
    await add('one');
    await add('other');
    const { ending, calls } = replica([new Error('the OAuth service is away')]);
    await ending.run();
    expect(calls.length).toBe(1);
    await ending.run();
    expect(calls.map(({ clientId }) => clientId)).toEqual(['one', 'other']);
  });

  it('are removed by the next replica where one is stopped in the middle', async () => {
    await add();
    const stopped = replica(Array.from({ length: 10_000 }, () => true));
    stopped.ending.start();
    stopped.ending.wake();
    while (stopped.calls.length === 0) await wait(5);
    await stopped.ending.stop();
    const { length } = stopped.calls;
    now += LEASE_MILLISECONDS;
    const next = replica();
    await next.ending.run();
    expect([stopped.calls.length, next.calls]).toEqual([length, [ended]]);
  });

  it('are removed once by several replicas', async () => {
    const clients = Array.from({ length: 8 }, (_, index) => `client-${index}`);
    for (const client of clients) await add(client);
    const replicas = [replica(), replica(), replica()];
    await Promise.all(replicas.map(({ ending }) => ending.run()));
    const called = replicas.flatMap(({ calls }) => calls.map(({ clientId }) => clientId));
    expect(called.toSorted()).toEqual(clients);
  });
});
