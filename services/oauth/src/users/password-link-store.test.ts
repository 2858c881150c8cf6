import { randomUUID } from 'node:crypto';
import { openTestDatabase } from '@app-platform/testing/databases/test-database';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { OauthTestDatabase } from '../../testing/oauth-test-database.ts';
import { AccountStore } from '../accounts/account-store.ts';
import { PasswordLinkStore } from './password-link-store.ts';

const now = new Date('2026-11-26T04:00:00Z');
const expiresAt = new Date('2026-11-27T04:00:00Z');
let database: OauthTestDatabase;
let store: PasswordLinkStore;

beforeAll(async () => {
  database = new OauthTestDatabase(await openTestDatabase('oauth', 'owner'));
  store = new PasswordLinkStore(database);
});
afterAll(() => database.close());

let user: { id: string; organizationId: string; email: string; roles: string[] };
let issuer: typeof user;
beforeEach(async () => {
  [user, issuer] = [await newAccount(['org.permission']), await newAccount(['org'])];
});

async function newAccount(roles: string[]) {
  const id = randomUUID();
  const account = { id, organizationId: 'a'.repeat(24), email: `${id}@example.com`, roles };
  await new AccountStore(database).create(account, undefined);
  return account;
}

it('has 256 random bits, of which the database holds a digest alone', async () => {
  const tokens = [
    await store.create({ user, issuerId: undefined, expiresAt }),
    await store.create({ user: issuer, issuerId: undefined, expiresAt }),
  ];
  expect(new Set(tokens).size).toBe(2);
  const kept = await database.client
    .$queryRaw`SELECT row_to_json(l)::text AS row FROM password_link l`;
  for (const token of tokens) {
    expect(Buffer.from(token, 'base64url')).toHaveLength(32);
    for (const form of [Buffer.from(token), Buffer.from(token, 'base64url')]) {
      expect(JSON.stringify(kept)).not.toContain(form.toString('hex'));
    }
    expect(JSON.stringify(kept)).not.toContain(token);
  }
});

describe('a link is found', () => {
  it('with the roles of its issuer now', async () => {
    const token = await store.create({ user, issuerId: issuer.id, expiresAt });
    const { id: accountId, organizationId, email, roles } = user;
    const link = { accountId, organizationId, email, roles, isInvited: true };
    expect(await store.find(token, now)).toEqual({ ...link, issuerRoles: ['org'] });
    await database.client.account.update({ where: { id: issuer.id }, data: { roles: [] } });
    expect(await store.find(token, now)).toMatchObject({ issuerRoles: [] });
  });

  it.each([
    ['the roles', { roles: ['org'] }],
    ['the address', { email: 'other@example.com' }],
    ['the state', { disabledAt: now }],
  ])('until %s of its user changes, by whatever wrote it', async (_what, data) => {
    const token = await store.create({ user, issuerId: undefined, expiresAt });
    expect(await store.find(token, now)).toMatchObject({ issuerRoles: null });
    await database.client.account.update({ where: { id: user.id }, data });
    expect(await store.find(token, now)).toBeUndefined();
  });

  it('not where an earlier release has made it, which did not remember the roles', async () => {
    const token = await store.create({ user, issuerId: undefined, expiresAt });
    await database.client.$executeRaw`UPDATE password_link SET roles = NULL, email = NULL`;
    expect(await store.find(token, now)).toBeUndefined();
  });
});
