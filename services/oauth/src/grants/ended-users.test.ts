import { randomBytes } from 'node:crypto';
import type { AuditedRequest } from '@app-platform/http-api';
import { createLogger, KeyEncryption } from '@app-platform/runtime';
import { defineStatement, type Statements } from '@app-platform/runtime/database';
import { openTestDatabase } from '@app-platform/testing/databases/test-database';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type Database, OauthDatabase } from '../database/database.ts';
import { type Stores, storesOn } from '../stores.ts';
import { deleteUser, disableUser, enableUser } from '../users/change-user.ts';
import { endGrants } from './end-grants.ts';
import { endedUsersWorker } from './ended-users.ts';

const GRANTS = 500;
const LEASE_MILLISECONDS = 30_000;
const organizationId = 'a'.repeat(24);
const context = { requestId: 'request', traceId: null, address: '' } as unknown as AuditedRequest;
const actor = { kind: 'api_key', id: 'key' } as const;
const administrator = { actor, organizationId, roles: ['org'] };

const ROWS_WRITTEN = defineStatement({
  name: 'rows-written',
  text: `
    SELECT COALESCE(sum(n_tup_ins + n_tup_upd + n_tup_del), 0)::int4 AS written
    FROM pg_stat_xact_user_tables`,
  parameters: {},
  row: { written: 'int4' },
});

let connection: OauthDatabase;
let database: Database<Stores>;
let now = Date.now();
const clock = () => new Date(now);
const logger = createLogger('oauth', 'silent');
/** Of the last transaction that was begun by {@link counting}. */
let written = 0;

beforeAll(async () => {
  connection = new OauthDatabase(await openTestDatabase('oauth'));
  const keyEncryption = new KeyEncryption(randomBytes(32).toString('base64url'));
  database = connection.withStores((access) => storesOn(access, { keyEncryption, clock }));
});
afterAll(() => connection.close());

/** The same database, which counts the rows that each transaction writes. */
function counting(): Database<Stores> {
  const keyEncryption = new KeyEncryption(randomBytes(32).toString('base64url'));
  const writtenBy = async (statements: Statements) =>
    (await statements.rows(ROWS_WRITTEN, {}))[0]?.written ?? 0;
  return {
    ...database,
    transaction: (work) =>
      connection.transactionOnce(async (access) => {
        const before = await writtenBy(access.statements);
        const result = await work(storesOn(access, { keyEncryption, clock }));
        written = (await writtenBy(access.statements)) - before;
        return result;
      }),
  };
}

let users = 0;
/** A user with many grants, each with a refresh token, to as many apps with as many consents. */
async function userWithGrants(grants = GRANTS): Promise<string> {
  users += 1;
  const id = `00000000-0000-4000-8000-${String(users).padStart(12, '0')}`;
  const email = `user-${users}@example.com`;
  await connection.client.account.create({ data: { id, organizationId, email, roles: [] } });
  await connection.client.$executeRaw`
    INSERT INTO provider_record (digest, kind, payload, grant_digest, account_id, client_id, expires_at)
    SELECT sha256((kind || ${id} || n)::bytea), kind, '{}', sha256(('Grant' || ${id} || n)::bytea),
      ${id}::uuid, 'client-' || n, now() + interval '1 year'
    FROM generate_series(1, ${grants}::int) n, unnest(ARRAY['Grant', 'RefreshToken']) kind`;
  await connection.client.$executeRaw`
    INSERT INTO consent (account_id, client_id, scopes, granted_at)
    SELECT ${id}::uuid, 'client-' || n, '{}', now() FROM generate_series(1, ${grants}::int) n`;
  return id;
}

const storedOf = (accountId: string) =>
  connection.client.providerRecord.count({ where: { accountId } });
const consentsOf = (accountId: string) => connection.client.consent.count({ where: { accountId } });
const replica = (of = database) => endedUsersWorker({ database: of, clock, logger });
const command = (id: string) => ({ administrator, id, context });

describe('the request that ends the access of a user', () => {
  it.each([
    ['disables', disableUser],
    ['deletes', deleteUser],
  ] as const)('%s with as few rows for 500 grants as for one', async (_name, end) => {
    const counts: number[] = [];
    for (const grants of [1, GRANTS]) {
      const id = await userWithGrants(grants);
      await end({ database: counting(), clock }, command(id));
      counts.push(written);
    }
    expect(counts[1]).toBe(counts[0]);
    expect(counts[1]).toBeLessThanOrEqual(8);
  });

  it('voids the grants at once, and is counted as waiting until they are removed', async () => {
    await replica().run();
    const id = await userWithGrants();
    const filter = {
      organizationId,
      grantId: null,
      userId: id,
      clientId: null,
      isFirstParty: null,
    };
    expect(await endGrants({ database, clock }, filter, actor, context)).toBe(GRANTS);
    const page = { after: undefined, size: 10, now: clock() };
    expect(await database.grants.list(filter, page)).toEqual([]);
    const { rolesVersion } = await connection.client.account.findUniqueOrThrow({ where: { id } });
    expect(rolesVersion).toBe(1);
    expect(await database.revocations.hasLost({ accountId: id, version: 0 }, [])).toBe(true);
    expect(await database.revocations.hasLost({ accountId: id, version: 1 }, [])).toBe(false);
    expect([await storedOf(id), await database.endedUsers.queue.count()]).toEqual([2 * GRANTS, 1]);
    const worker = replica();
    await worker.run();
    expect([await storedOf(id), worker.waiting]).toEqual([0, 0]);
  });
});

describe('the removal of the grants of a user', () => {
  it('is finished by another replica where one is killed in the middle', async () => {
    const id = await userWithGrants();
    // The token of a grant that was removed with its installation.
    const name = `Grant${id}1`;
    await connection.client.$executeRaw`
      DELETE FROM provider_record WHERE digest = sha256(${name}::text::bytea)`;
    await deleteUser({ database, clock }, command(id));
    let batches = 0;
    const killed = replica({
      ...database,
      transaction: (work) => {
        batches += 1;
        return batches > 2 ? Promise.reject(new Error('killed')) : database.transaction(work);
      },
    });
    await killed.run();
    const left = await storedOf(id);
    expect(left).toBeGreaterThan(0);
    expect(left).toBeLessThan(2 * GRANTS - 1);
    const next = replica();
    await next.run();
    // The lease of the first one.
    expect([await storedOf(id), next.waiting]).toEqual([left, 1]);
    now += LEASE_MILLISECONDS;
    await next.run();
    expect([await storedOf(id), await consentsOf(id), next.waiting]).toEqual([0, 0, 0]);
  });

  it('keeps the consents of a disabled user, and grants from after being enabled', async () => {
    const id = await userWithGrants(2);
    await disableUser({ database, clock }, command(id));
    await enableUser({ database, clock }, command(id));
    const payload = { accountId: id, clientId: 'client', jti: 'later' };
    expect(await database.records.putGrant('later', payload, new Date(now + 60_000))).toBe(true);
    await replica().run();
    expect([await storedOf(id), await consentsOf(id)]).toEqual([1, 2]);
    expect(await database.records.findGrant('later')).toBeDefined();
  });
});
