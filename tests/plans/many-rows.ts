import { join } from 'node:path';
import type { DatabaseConnection } from '@app-platform/runtime/database';
import { seedRegistry } from '@app-platform/tooling/seed';

const registryFolder = join(import.meta.dirname, '../../prisma/registry');
const REGISTRY_SIZE = { organizations: 4_000, apps: 6_000, versions: 18_000 };
const ROWS = 10_000;

/** What `npm run seed` leaves empty, because nothing is read of it that grows with a registry. */
const MORE_OF_REGISTRY = `
  INSERT INTO client_secret (id, app_id, digest, created_at)
    SELECT md5('secret' || id)::uuid, id, sha256(name::bytea), now() FROM app;
  INSERT INTO idempotent_answer (organization_id, key, request_digest, answer, expires_at)
    SELECT id, 'key', sha256(id::bytea), '{}', now() + interval '1 hour' FROM organization;
  ANALYZE`;

const ALL_OF_OAUTH = `
  INSERT INTO account (id, organization_id, email, roles, upstream_issuer, upstream_subject)
    SELECT md5('account' || n)::uuid, substr(md5('organization ' || n), 1, 24), n || '@example.com',
      '{}', 'https://upstream.example', n::text FROM generate_series(1, ${ROWS}) n;
  INSERT INTO provider_record (digest, kind, payload, grant_digest, account_id, client_id,
                               organization_id, expires_at)
    SELECT sha256(('record' || n)::bytea), (ARRAY['RefreshToken', 'Grant', 'AuthorizationCode'])[1 + n % 3],
      '{}', sha256(('grant' || n / 3)::bytea), md5('account' || n)::uuid, md5('client' || n),
      substr(md5('organization ' || n), 1, 24), now() + n * interval '1 minute'
    FROM generate_series(1, ${ROWS}) n;
  INSERT INTO consent (account_id, client_id, scopes, granted_at)
    SELECT id, md5('client' || email), '{}', now() FROM account;
  INSERT INTO password_link (digest, account_id, expires_at)
    SELECT sha256(email::bytea), id, now() FROM account;
  INSERT INTO organization_settings (organization_id, consent_policy)
    SELECT DISTINCT organization_id, 'user' FROM account;
  INSERT INTO consent_request (id, organization_id, account_id, client_id, scopes, installed_since,
      state, requested_at)
    SELECT id, organization_id, id, 'client', '{}', now(), 'pending', now() FROM account;
  INSERT INTO revocation (kind, value, expires_at)
    SELECT 'token', md5(n::text), now() + n * interval '1 second' FROM generate_series(1, ${ROWS}) n;
  INSERT INTO audit_event (organization_id, actor_type, actor_id, action, subject, request_id, address)
    SELECT substr(md5('organization ' || n), 1, 24), 'account', md5('account' || n), 'consent.granted',
      md5('client' || n), md5(n::text), '192.0.2.1' FROM generate_series(1, ${ROWS}) n;
  ANALYZE`;

/** So many rows in every table that PostgreSQL takes an index where there is one. */
export async function insertManyRows(
  service: 'registry' | 'oauth',
  connection: DatabaseConnection,
): Promise<void> {
  if (service === 'registry') {
    await seedRegistry(connection, registryFolder, REGISTRY_SIZE, () => undefined);
  }
  const session = await connection.adapter.connect();
  await session.executeScript(service === 'registry' ? MORE_OF_REGISTRY : ALL_OF_OAUTH);
  await session.dispose();
}
