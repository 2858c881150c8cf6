import type { EndedGrants } from '@app-platform/contracts';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { GrantedDatabase } from '../../testing/granted-database.ts';
import { endGrants } from './end-grants.ts';
import { endedGrantsWorker } from './ended-grants.ts';

const USERS = 500;
const LEASE_MILLISECONDS = 30_000;
/** After it nothing from before an end is stored any more. */
const DELAY_MILLISECONDS = 60_000;

let database: GrantedDatabase;
beforeAll(async () => {
  database = await GrantedDatabase.open();
});
afterAll(() => database.close());

let apps = 0;
/** An app with a grant of each of as many users. */
async function grantedApp(users = USERS) {
  apps += 1;
  const clientId = `app-${apps}`;
  const ids = await database.addUsers(users);
  await database.addGrants(ids, [clientId]);
  return { clientId, users: ids };
}

const all = { userId: null, clientId: null, isFirstParty: null };
const end = (filter: Partial<EndedGrants>, stores = database.stores) => {
  const { clock, organizationId, actor, context } = database;
  const dependencies = { database: stores, clock };
  return endGrants(dependencies, { organizationId, ...all, ...filter }, actor, context);
};
const replica = (stores = database.stores) =>
  endedGrantsWorker({ database: stores, clock: database.clock, logger: database.logger });
const stored = async (clientId: string) => [
  await database.countRecords({ clientId }),
  await database.countConsents({ clientId }),
];

const grantTo = (accountId: string, clientId: string, id = 'later') => {
  const payload = { accountId, clientId, jti: id };
  return database.stores.records.putGrant(id, payload, new Date(database.now + 600_000));
};
const isRevoked = (userId: string, clientId: string, grantedAt: Date) => {
  const { organizationId } = database;
  const token = { id: 'token', grantId: 'grant', organizationId, userId, clientId, grantedAt };
  return database.stores.revocations.includes(token);
};

describe('the request that ends many grants', () => {
  it.each(['app', 'app and user', 'user', 'kind and user'] as const)(
    'of an %s writes as few rows for 500 as for one',
    async (which) => {
      const counts: number[][] = [];
      for (const grants of [1, USERS]) {
        const [userId = ''] = await database.addUsers(1);
        const isApp = which === 'app';
        const { clientId, users } = await grantedApp(isApp ? grants : 1);
        const clients = Array.from({ length: grants }, (_, index) => `client-${index}`);
        if (!isApp) await database.addGrants([userId], clients);
        const filter = {
          app: { clientId },
          'app and user': { userId: users[0] ?? '', clientId },
          user: { userId },
          'kind and user': { userId, isFirstParty: false },
        }[which];
        counts.push(await database.rowsWritten((stores) => end(filter, stores)));
      }
      // The end, its revocation, the change for the registry, and the audit event.
      expect(counts).toEqual([[4], [4]]);
    },
  );

  it('voids grants and consents from the commit on, and none of afterwards', async () => {
    const { clientId, users } = await grantedApp(2);
    const [userId = '', otherId = ''] = users;
    expect(await grantTo(userId, clientId, 'before')).toBe(true);
    const { records, consents, grants, access } = database.stores;
    const createdAt = (await records.findGrant('before'))?.createdAt ?? new Date();
    expect(await isRevoked(userId, clientId, createdAt)).toBe(false);
    const installedSince = new Date(database.now);
    const consent = { accountId: userId, clientId, installedSince, isForMcp: false };
    await consents.add(consent, ['earlier']);
    expect(await end({ clientId })).toBe(3);
    expect(await records.findGrant('before')).toBeUndefined();
    expect(await consents.find(consent)).toEqual([]);
    expect(await access.list(otherId, database.clock())).toEqual([]);
    const filter = { organizationId: database.organizationId, ...all, clientId };
    expect(await grants.count(filter, database.clock())).toBe(0);
    expect(await end({ clientId })).toBe(0);

    expect(await grantTo(userId, clientId, 'after')).toBe(true);
    await consents.add(consent, ['later']);
    const later = (await records.findGrant('after'))?.createdAt ?? new Date(0);
    expect(await isRevoked(userId, clientId, createdAt)).toBe(true);
    expect(await isRevoked(userId, clientId, later)).toBe(false);
    // A token of the release before.
    expect(await isRevoked(userId, clientId, new Date(0))).toBe(true);
    database.now += DELAY_MILLISECONDS;
    await replica().run();
    expect(await records.findGrant('after')).toBeDefined();
    expect(await consents.find(consent)).toEqual(['later']);
    expect(await stored(clientId)).toEqual([1, 1]);
  });

  it('covers what its filters name alone', async () => {
    const [ended = '', other = ''] = await database.addUsers(2);
    await database.addGrants([ended, other], ['one', 'two', 'console']);
    const left = async () => {
      const { organizationId, stores } = database;
      const filter = { organizationId, ...all, userId: ended };
      const page = {
        audience: 'https://api.example.com',
        after: undefined,
        size: 10,
        now: database.clock(),
      };
      return (await stores.grants.list({ ...filter, concern: null, clientIds: null }, page))
        .map(({ clientId }) => clientId)
        .sort();
    };
    expect(await end({ userId: ended, clientId: 'one', isFirstParty: true })).toBe(0);
    expect(await end({ userId: ended, clientId: 'one', isFirstParty: false })).toBe(1);
    expect(await left()).toEqual(['console', 'two']);
    expect(await end({ userId: ended, isFirstParty: true })).toBe(1);
    expect(await left()).toEqual(['two']);
    expect(await end({ userId: ended })).toBe(1);
    const before = new Date(0);
    for (const clientId of ['one', 'two', 'console']) {
      expect(await isRevoked(ended, clientId, before)).toBe(true);
      expect(await isRevoked(other, clientId, before)).toBe(false);
    }
    database.now += DELAY_MILLISECONDS;
    await replica().run();
    const counts = [{ accountId: ended }, { accountId: other }].map(async (of) => [
      await database.countRecords(of),
      await database.countConsents(of),
    ]);
    expect(await Promise.all(counts)).toEqual([
      [0, 0],
      [6, 3],
    ]);
  });
});

describe('the removal of ended grants', () => {
  it('begins when no transaction from before the end can store one', async () => {
    const { clientId } = await grantedApp(1);
    await end({ clientId });
    const worker = replica();
    await worker.run();
    expect([await stored(clientId), worker.waiting]).toEqual([[2, 1], 1]);
    database.now += DELAY_MILLISECONDS;
    await worker.run();
    expect([await stored(clientId), worker.waiting]).toEqual([[0, 0], 0]);
  });

  it('is finished by another replica where one is killed in the middle', async () => {
    const { clientId } = await grantedApp();
    // Consents without a grant.
    await database.connection.client.$executeRaw`
      DELETE FROM provider_record WHERE client_id = ${clientId}
        AND account_id IN (SELECT account_id FROM consent WHERE client_id = ${clientId} LIMIT 50)`;
    await end({ clientId });
    database.now += DELAY_MILLISECONDS;
    await replica(database.killedInTheMiddle()).run();
    const [left = 0] = await stored(clientId);
    expect(left).toBeGreaterThan(0);
    expect(left).toBeLessThan(2 * (USERS - 50));
    const next = replica();
    await next.run();
    // The lease of the first one.
    expect(next.waiting).toBe(1);
    database.now += LEASE_MILLISECONDS;
    await next.run();
    expect([await stored(clientId), next.waiting]).toEqual([[0, 0], 0]);
  });
});
