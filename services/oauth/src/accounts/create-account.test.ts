import { openTestDatabase } from '@app-platform/testing/databases/test-database';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { OauthTestDatabase } from '../../testing/oauth-test-database.ts';
import { AuditStore, operator } from '../audit/audit-store.ts';
import { AccountStore } from './account-store.ts';
import { createAccount } from './create-account.ts';

let database: OauthTestDatabase;
const context = { requestId: 'r', traceId: '0'.repeat(32), address: '::1' };
const request = {
  organizationId: 'a'.repeat(24),
  email: 'Ada@example.com',
  password: 'long enough',
  roles: ['org.permission'],
};
const create = () => {
  const stores = database.withStores((access) => ({
    accounts: new AccountStore(access),
    audit: new AuditStore(access),
  }));
  return createAccount({ database: stores }, request, { actor: operator, context });
};

beforeAll(async () => {
  database = new OauthTestDatabase(await openTestDatabase('oauth', 'owner'));
});
afterAll(() => database.close());

it('an account is not created if the audit event cannot be stored', async () => {
  await database.client.$executeRaw`ALTER TABLE audit_event RENAME TO elsewhere`;
  await expect(create()).rejects.toThrow();
  await database.client.$executeRaw`ALTER TABLE elsewhere RENAME TO audit_event`;
  expect(await database.client.account.count()).toBe(0);
  const { id } = await create();
  expect(await database.client.account.findMany({ select: { id: true, email: true } })).toEqual([
    { id, email: 'ada@example.com' },
  ]);
});

it('a known email address is a duplicate, and is not audited', async () => {
  await expect(create()).rejects.toMatchObject({ problems: [{ code: 'duplicate' }] });
  expect(await database.client.auditEvent.count()).toBe(1);
});
