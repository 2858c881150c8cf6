import { randomBytes } from 'node:crypto';
import type { RequestContext } from '@app-platform/http-api';
import { KeyEncryption } from '@app-platform/runtime';
import { openTestDatabase } from '@app-platform/testing/databases/test-database';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { OauthTestDatabase } from '../../testing/oauth-test-database.ts';
import { storesOn } from '../stores.ts';
import { revokeGrantsOfOrganization } from './revoke-access.ts';

const USERS = 600;
const DAY_MILLISECONDS = 86_400_000;
const now = new Date('2026-11-28T04:00:00Z');
const installedSince = '2026-11-28T03:00:00.000Z';
const request = { organizationId: 'a'.repeat(24), clientId: 'ended', installedSince };
const context = { requestId: 'request', traceId: null, address: '' } as unknown as RequestContext;

let database: OauthTestDatabase;
beforeAll(async () => {
  database = new OauthTestDatabase(await openTestDatabase('oauth'));
  await database.client.$executeRaw`
    INSERT INTO account (id, organization_id, email)
    SELECT md5(n::text)::uuid, ${request.organizationId}, n || '@example.com'
    FROM generate_series(1, ${USERS}::int) n`;
  for (const [clientId, since] of [
    // From before a block of the app.
    [request.clientId, Date.parse(installedSince) - 1],
    [request.clientId, Date.parse(installedSince)],
    ['other', Date.parse(installedSince)],
    [request.clientId, Date.parse(installedSince) + 1],
  ] as const) {
    const name = `${clientId}${since}`;
    await database.client.$executeRaw`
      INSERT INTO provider_record (digest, kind, payload, grant_digest, account_id, client_id,
        expires_at, generation)
      SELECT sha256((kind || ${name} || n)::bytea), kind,
        jsonb_build_object('installedSince', ${since}::int8), sha256(('Grant' || ${name} || n)::bytea),
        md5(n::text)::uuid, ${clientId}, ${now}::timestamptz + interval '100 years',
        CASE kind WHEN 'Grant' THEN NULL ELSE 0 END
      FROM generate_series(1, ${USERS}::int) n, unnest(ARRAY['Grant', 'RefreshToken']) kind`;
  }
});
afterAll(() => database.close());

/** For the requests of a user each. */
const consentRequest = (n: number, clientId: string, state: string, since: number) =>
  database.client.$executeRaw`
    INSERT INTO consent_request (id, organization_id, account_id, client_id, scopes,
      installed_since, state, requested_at)
    SELECT md5('request' || ${n}::int)::uuid, ${request.organizationId}, md5(${n}::int::text)::uuid, ${clientId},
      '{}', to_timestamp(${since}::int8 / 1000.0), ${state}, ${now}::timestamptz`;

function dependenciesOf() {
  const keyEncryption = new KeyEncryption(randomBytes(32).toString('base64url'));
  const stores = database.withStores((access) =>
    storesOn(access, { keyEncryption, clock: () => now }),
  );
  return { database: stores, clock: () => now };
}

const count = (kind: string, clientId: string) =>
  database.client.providerRecord.count({ where: { kind, clientId } });

it('the grants of an ended installation and of those before are removed in batches, and no others', async () => {
  const dependencies = dependenciesOf();
  let revoked = 0;
  let more = true;
  while (more) {
    const response = await revokeGrantsOfOrganization(dependencies, request, context);
    revoked += response.revoked;
    more = response.more;
  }
  expect(revoked).toBe(2 * USERS);
  expect(await count('Grant', request.clientId)).toBe(USERS);
  expect(await count('Grant', 'other')).toBe(USERS);
  // Their clients learn for a while why a refresh is refused.
  const ended = { expiresAt: new Date(now.getTime() + 30 * DAY_MILLISECONDS) };
  expect(await database.client.providerRecord.count({ where: ended })).toBe(2 * USERS);
  expect(await database.client.revocation.count()).toBe(0);
  const events = await database.client.auditEvent.findMany({ orderBy: { id: 'asc' } });
  const revocations = events.filter(({ action }) => action === 'organization_grants.revoked');
  expect(revocations.map(({ detail }) => detail)).toEqual([
    { revoked: 500 },
    { revoked: 500 },
    { revoked: 200 },
  ]);
});

it('the requests for an ended installation that wait are removed, and no others', async () => {
  const since = Date.parse(installedSince);
  await consentRequest(1, request.clientId, 'pending', since - 1);
  await consentRequest(2, request.clientId, 'pending', since);
  await consentRequest(3, request.clientId, 'pending', since + 1);
  await consentRequest(4, request.clientId, 'denied', since);
  await consentRequest(5, 'other', 'pending', since);
  const nothing = { ...request, clientId: 'unknown' };
  await revokeGrantsOfOrganization(dependenciesOf(), nothing, context);
  await revokeGrantsOfOrganization(dependenciesOf(), request, context);
  const left = await database.client.consentRequest.findMany({
    orderBy: [{ clientId: 'asc' }, { state: 'desc' }],
  });
  expect(left.map(({ clientId, state }) => [clientId, state])).toEqual([
    [request.clientId, 'pending'],
    [request.clientId, 'denied'],
    ['other', 'pending'],
  ]);
  const events = await database.client.auditEvent.findMany({
    where: { action: 'consents.removed' },
  });
  expect(events.map(({ detail }) => detail)).toEqual([{ consents: 0, consentRequests: 2 }]);
});
