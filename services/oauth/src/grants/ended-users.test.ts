import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { GrantedDatabase } from '../../testing/granted-database.ts';
import { deleteUser, disableUser, enableUser } from '../users/change-user.ts';
import { endedUsersWorker } from './ended-users.ts';

const GRANTS = 500;
const LEASE_MILLISECONDS = 30_000;

let database: GrantedDatabase;
beforeAll(async () => {
  database = await GrantedDatabase.open();
});
afterAll(() => database.close());

/** A user with many grants to as many apps. */
async function userWithGrants(grants = GRANTS): Promise<string> {
  const [id = ''] = await database.addUsers(1);
  await database.addGrants(
    [id],
    Array.from({ length: grants }, (_, index) => `client-${index}`),
  );
  return id;
}

const replica = (stores = database.stores) =>
  endedUsersWorker({ database: stores, clock: database.clock, logger: database.logger });
const dependencies = (stores = database.stores) => ({ database: stores, clock: database.clock });
const command = (id: string) => {
  const { actor, organizationId, context } = database;
  return { administrator: { actor, organizationId, roles: ['org'] }, id, context };
};

describe('the request that ends the access of a user', () => {
  it.each([
    ['disables', disableUser],
    ['deletes', deleteUser],
  ] as const)('%s with as few rows for 500 grants as for one', async (_name, end) => {
    const counts: number[][] = [];
    for (const grants of [1, GRANTS]) {
      const id = await userWithGrants(grants);
      counts.push(await database.rowsWritten((stores) => end(dependencies(stores), command(id))));
    }
    expect(counts[1]).toEqual(counts[0]);
    expect(counts[1]).toHaveLength(1);
    expect(counts[1]?.[0]).toBeLessThanOrEqual(8);
  });

  it('voids the grants at once, and is counted as waiting until they are removed', async () => {
    await replica().run();
    const id = await userWithGrants();
    await disableUser(dependencies(), command(id));
    const { organizationId, stores } = database;
    const filter = { organizationId, userId: id, clientId: null, isFirstParty: null };
    expect(await stores.grants.count(filter, database.clock())).toBe(0);
    const ended = { accountId: id, version: 0 };
    expect(await stores.revocations.hasLost(ended, [])).toBe(true);
    expect(await stores.revocations.hasLost({ ...ended, version: 1 }, [])).toBe(false);
    const stored = () => database.countRecords({ accountId: id });
    expect([await stored(), await stores.endedUsers.queue.count()]).toEqual([2 * GRANTS, 1]);
    const worker = replica();
    await worker.run();
    expect([await stored(), worker.waiting]).toEqual([0, 0]);
  });
});

describe('the removal of the grants of a user', () => {
  it('is finished by another replica where one is killed in the middle', async () => {
    const id = await userWithGrants();
    // The token of a grant that was removed with its installation.
    const name = `Grant${id}client-0`;
    await database.connection.client.$executeRaw`
      DELETE FROM provider_record WHERE digest = sha256(${name}::text::bytea)`;
    await deleteUser(dependencies(), command(id));
    await replica(database.killedInTheMiddle()).run();
    const stored = () => database.countRecords({ accountId: id });
    const left = await stored();
    expect(left).toBeGreaterThan(0);
    expect(left).toBeLessThan(2 * GRANTS - 1);
    const next = replica();
    await next.run();
    // The lease of the first one.
    expect([await stored(), next.waiting]).toEqual([left, 1]);
    database.now += LEASE_MILLISECONDS;
    await next.run();
    const consents = await database.countConsents({ accountId: id });
    expect([await stored(), consents, next.waiting]).toEqual([0, 0, 0]);
  });

  it('keeps the consents of a disabled user, and grants from after being enabled', async () => {
    const id = await userWithGrants(2);
    await disableUser(dependencies(), command(id));
    await enableUser(dependencies(), command(id));
    const { records } = database.stores;
    const payload = { accountId: id, clientId: 'client', jti: 'later' };
    const later = new Date(database.now + 60_000);
    expect(await records.putGrant('later', payload, later)).toBe(true);
    await replica().run();
    const stored = await database.countRecords({ accountId: id });
    expect([stored, await database.countConsents({ accountId: id })]).toEqual([1, 2]);
    expect(await records.findGrant('later')).toBeDefined();
  });
});
