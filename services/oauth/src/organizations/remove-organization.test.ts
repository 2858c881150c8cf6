import { randomBytes } from 'node:crypto';
import type { RequestContext } from '@app-platform/http-api';
import { KeyEncryption } from '@app-platform/runtime';
import { openTestDatabase } from '@app-platform/testing/databases/test-database';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { OauthTestDatabase } from '../../testing/oauth-test-database.ts';
import { storesOn } from '../stores.ts';
import { OrganizationRowStore } from './organization-row-store.ts';
import { removeOrganization } from './remove-organization.ts';

const ACCOUNTS = 1_300;
const CONSENTS_OF_AN_ACCOUNT = 3;
const MOST_ROWS = 500;
const leaving = 'a'.repeat(24);
const staying = 'b'.repeat(24);
const context = { requestId: 'request', traceId: null, address: '' } as unknown as RequestContext;

let database: OauthTestDatabase;
beforeAll(async () => {
  database = new OauthTestDatabase(await openTestDatabase('oauth'));
  for (const organizationId of [leaving, staying]) {
    await database.client.$executeRaw`
      INSERT INTO account (id, organization_id, email)
      SELECT md5(${organizationId} || n)::uuid, ${organizationId}, n || '@example.com'
      FROM generate_series(1, ${ACCOUNTS}::int) n`;
  }
  await database.client.$executeRaw`
    INSERT INTO provider_record (digest, kind, payload, account_id, client_id, expires_at)
    SELECT sha256(id::text::bytea), 'Grant', '{}', id, 'app', now() FROM account`;
  await database.client.$executeRaw`
    INSERT INTO consent (account_id, client_id, scopes, granted_at)
    SELECT id, n, '{}', now() FROM account, generate_series(1, ${CONSENTS_OF_AN_ACCOUNT}::int) n`;
  await database.client.$executeRaw`
    INSERT INTO consent_request (id, organization_id, account_id, client_id, scopes,
      installed_since, state, requested_at)
    SELECT id, organization_id, id, 'app', '{}', now(), 'pending', now() FROM account`;
});
afterAll(() => database.close());

it('an export has each record of the organization once, page by page', async () => {
  const { organizationRows } = database.withStores((access) => ({
    organizationRows: new OrganizationRowStore(access),
  }));
  const ids: Record<string, string[]> = {};
  let after: string | undefined;
  do {
    const { table, records, next } = await organizationRows.readPage(leaving, after);
    ids[table] = [...(ids[table] ?? []), ...records.map((record) => JSON.stringify(record))];
    after = next ?? undefined;
  } while (after !== undefined);
  const counts = Object.entries(ids).map(([table, all]) => [table, all.length, new Set(all).size]);
  const consents = CONSENTS_OF_AN_ACCOUNT * ACCOUNTS;
  expect(counts).toEqual(
    expect.arrayContaining([
      ['provider_record', ACCOUNTS, ACCOUNTS],
      ['consent', consents, consents],
      ['consent_request', ACCOUNTS, ACCOUNTS],
      ['account', ACCOUNTS, ACCOUNTS],
    ]),
  );
});

it('two removers of an organization at once remove and count each row once, in small batches', async () => {
  const keyEncryption = new KeyEncryption(randomBytes(32).toString('base64url'));
  const stores = database.withStores((access) =>
    storesOn(access, { keyEncryption, clock: () => new Date() }),
  );
  const removeAll = async () => {
    const request = { organizationId: leaving, clientIds: [] };
    let response = await removeOrganization({ database: stores }, request, context);
    while (response.more) {
      response = await removeOrganization({ database: stores }, request, context);
    }
    return response.removed;
  };
  const sums = await Promise.all([removeAll(), removeAll()]);
  const expected = {
    account: ACCOUNTS,
    consent: CONSENTS_OF_AN_ACCOUNT * ACCOUNTS,
    consent_request: ACCOUNTS,
    provider_record: ACCOUNTS,
  };
  expect(sums).toEqual([expected, expected]);
  const events = await database.client.auditEvent.findMany();
  for (const { detail } of events) {
    const rows = Object.values(detail as Record<string, number>);
    expect(rows.reduce((sum, removed) => sum + removed)).toBeLessThanOrEqual(MOST_ROWS);
  }
  const { client } = database;
  const left = [client.account, client.providerRecord, client.consentRequest] as const;
  const counts = left.map((table) => (table.count as () => Promise<number>)());
  expect(await Promise.all(counts)).toEqual([ACCOUNTS, ACCOUNTS, ACCOUNTS]);
});
