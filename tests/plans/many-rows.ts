import { join } from 'node:path';
import type { DatabaseConnection } from '@app-platform/runtime/database';
import { seedRegistry } from '@app-platform/testing/seed/seed-registry';

const registryFolder = join(import.meta.dirname, '../../prisma/registry');
const REGISTRY_SIZE = { organizations: 4_000, apps: 6_000, versions: 18_000 };
const ROWS = 10_000;

/** What `npm run seed` leaves empty, because nothing is read of it that grows with a registry. */
/** In each partition. */
const AUDIT_EVENTS = `
  INSERT INTO audit_event (at, organization_id, actor_type, actor_id, action, subject, request_id, address)
    SELECT now() + n % 13 * interval '1 month', substr(md5('organization ' || n), 1, 24), 'account',
      md5('account' || n), 'consent.granted', md5('client' || n), md5(n::text), '192.0.2.1'
    FROM generate_series(1, ${ROWS}) n;`;

const CHANGES = `
  INSERT INTO change (transaction, action, organization_id, subject)
    SELECT n, 'app_version.registered', substr(md5(n::text), 1, 24), 'app-1.0.' || n
    FROM generate_series(1, ${ROWS}) n;`;

const MORE_OF_REGISTRY = `
  INSERT INTO client_secret (id, app_id, digest, created_at)
    SELECT md5('secret' || id)::uuid, id, sha256(name::bytea), now() FROM app;
  INSERT INTO idempotent_answer (organization_id, key, request_digest, answer, expires_at)
    SELECT id, 'key', sha256(id::bytea), '{}', now() + interval '1 hour' FROM organization;
  UPDATE installation SET previous_version_id = app_version_id;
  INSERT INTO app_version (version, precedence, definition, added_fields, title, dependencies, defects)
    SELECT '0.0.1+draft', '0.0.1', '{}', '{}', id::text, '{}', '[]' FROM app;
  INSERT INTO draft (app_id, app_version_id, expires_at)
    SELECT title::bigint, id, now() FROM app_version WHERE app_id IS NULL;
  INSERT INTO uninstallation (organization_id, app_id, app_version_id, waiting_roles, expires_at)
    SELECT o.id, v.app_id, v.id, '{}', now() FROM (
        SELECT id, row_number() OVER () AS place FROM organization) o
      JOIN (SELECT id, app_id, row_number() OVER () AS place FROM app_version
            WHERE app_id IS NOT NULL) v ON v.place = o.place;
  INSERT INTO unpublished_version (app_id, precedence, unpublished_at)
    SELECT id, '0.0.1-' || n, now() FROM app, generate_series(1, 2) n;
  INSERT INTO installation_plan (id, organization_id, plan, expires_at)
    SELECT md5(id || n)::uuid, id, '{}', now() + n * interval '1 minute'
    FROM organization, generate_series(1, 3) n;
  INSERT INTO installation_request (organization_id, app_id, user_id, note)
    SELECT o.id, a.id, md5(o.id || n), '' FROM generate_series(1, 3) n
      CROSS JOIN (SELECT id, row_number() OVER () AS place FROM app) a
      JOIN (SELECT id, row_number() OVER () AS place FROM organization) o ON o.place = 1 + a.place % 4000;
  INSERT INTO app_transfer (app_id, organization_id, receiver_id, offered_at, expires_at)
    SELECT a.id, a.organization_id, o.id, now(), now() + interval '1 day'
    FROM (SELECT id, organization_id, row_number() OVER () AS place FROM app) a
      JOIN (SELECT id, row_number() OVER () AS place FROM organization) o ON o.place = 1 + a.place % 4000;
  INSERT INTO app_policy (organization_id, allows, listed, blocked)
    SELECT id, 'all', '{}', '{}' FROM organization;
  INSERT INTO attribute_setting (organization_id, klass, name, active)
    SELECT id, 'customer', '@x' || n, false FROM organization, generate_series(1, 3) n;
  INSERT INTO webhook (organization_id, url, events)
    SELECT id, 'http://127.0.0.1:9/' || n, '{app.restored}'
    FROM organization, generate_series(1, 3) n;
  INSERT INTO webhook_event (type, payload, created_at)
    SELECT 'app.restored', '{}', now() + n % 4 * interval '1 month' FROM generate_series(1, ${ROWS}) n;
  INSERT INTO webhook_delivery (event_id, webhook_id, organization_id, status, due_at, created_at)
    SELECT e.id, w.id, w.organization_id, 'delivered', CASE WHEN e.place % 100 = 0 THEN now() + interval '1 day' END,
      e.created_at
    FROM (SELECT id, created_at, row_number() OVER () AS place FROM webhook_event) e
      JOIN (SELECT id, organization_id, row_number() OVER () AS place FROM webhook) w ON w.place = e.place;
  INSERT INTO installation_event (app_id, event_id, type, payload, created_at)
    SELECT a.id, md5(a.id || 'event' || n)::uuid, 'app.installed', '{}', now() + (n - 2) * interval '1 month'
    FROM app a, generate_series(1, 5) n;
  INSERT INTO delivery_change (transaction, organization_id, delivery_id)
    SELECT n, substr(md5(n::text), 1, 24), n FROM generate_series(1, ${ROWS}) n;
  INSERT INTO ended_access (organization_id, client_id, installed_since, due_at)
    SELECT substr(md5(n::text), 1, 24), md5('client' || n), now(), now() + n * interval '1 second'
    FROM generate_series(1, ${ROWS}) n;
${AUDIT_EVENTS}
${CHANGES}
  INSERT INTO usage_day (organization_id, day, requests, webhook_deliveries, webhook_attempts, webhook_failures)
    SELECT id, current_date - n, n, n, n, n FROM organization, generate_series(1, 20) n;
  INSERT INTO activity_hour (organization_id, client_id, hour, refused, deliveries, failed_deliveries)
    SELECT o.id, md5('client' || n), date_trunc('hour', now()) - n * interval '1 hour', n, n, n
    FROM organization o, generate_series(1, 20) n;
  INSERT INTO organization_deletion (organization_id, due_at)
    SELECT id, now() + row_number() OVER () * interval '1 second' FROM organization;
  ANALYZE`;

const ALL_OF_OAUTH = `
${CHANGES}
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
  INSERT INTO ended_user (account_id, ended_at, due_at)
    SELECT id, now(), now() + interval '1 hour' FROM account;
  INSERT INTO ended_grants (organization_id, account_id, ended_at, due_at)
    SELECT organization_id, id, now() - interval '1 hour', now() + interval '1 hour' FROM account;
  INSERT INTO organization_settings (organization_id, consent_policy)
    SELECT DISTINCT organization_id, 'user' FROM account;
  INSERT INTO consent_request (id, organization_id, account_id, client_id, scopes, installed_since,
      state, requested_at)
    SELECT id, organization_id, id, 'client', '{}', now(), 'pending', now() FROM account;
  INSERT INTO revocation (kind, value, expires_at)
    SELECT 'token', md5(n::text), now() + n * interval '1 second' FROM generate_series(1, ${ROWS}) n;
  INSERT INTO refused_request (client_id, endpoint, error, reason, count, first_at, last_at)
    SELECT md5('client' || n % 1000), 'token', 'invalid_grant', 'reason ' || n, 1, now(),
      now() - n * interval '1 second' FROM generate_series(1, ${ROWS}) n;
${AUDIT_EVENTS}
  INSERT INTO usage_day (organization_id, day, requests, access_tokens_by_code, access_tokens_by_refresh, refresh_tokens)
    SELECT organization_id, current_date - n, n, n, n, n FROM account, generate_series(1, 20) n;
  INSERT INTO activity_hour (organization_id, client_id, hour, sign_ins, tokens, refused)
    SELECT organization_id, md5('client' || n), date_trunc('hour', now()) - n * interval '1 hour', n, n, n
    FROM account, generate_series(1, 20) n;
  INSERT INTO idempotent_answer (organization_id, key, request_digest, answer, expires_at)
    SELECT organization_id, id, '', '""', now() FROM account;
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
  const script = service === 'registry' ? MORE_OF_REGISTRY : ALL_OF_OAUTH;
  // One at a time: the driver waits for each answer only so long.
  for (const statement of script.split(';\n')) await session.executeScript(statement);
  await session.dispose();
}
