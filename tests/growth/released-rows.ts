import { type Facts, readReleased } from '../upgrade/released-database.ts';
import type { Size } from './size.ts';

export const RELEASE = '0.1.0';

/** The statements of the last release that this program issues, by a word that only the statement has. */
export async function releasedStatement(
  service: 'registry' | 'oauth',
  ...words: string[]
): Promise<string> {
  const all = await readReleased<Record<string, string[]>>(RELEASE, 'statements.json');
  const found = (all[service] ?? []).filter((sql) => words.every((word) => sql.includes(word)));
  const [sql] = found;
  if (!sql || found.length > 1)
    throw new Error(`${found.length} statements have ${words.join(', ')}`);
  return sql;
}

/** The current refresh token of a user, as its app has it. */
export const tokenOf = (user: number) => `growth-token-of-user-${user}`;

/**
 * Users of the first app of the kept database. Each has a grant for it and for three apps that are not there,
 * and for each grant the tokens that a month of refreshes has left.
 */
export function addTokens({ apps: [app] }: Facts, { users, chains, usedTokens }: Size): string {
  const perUser = chains / users;
  return `
    CREATE TABLE growth_chain AS
      SELECT u, c, md5('user' || u)::uuid AS account_id,
        CASE WHEN c = 0 THEN '${app.clientId}' ELSE left(md5('client' || c), 24) END AS client_id,
        sha256(convert_to('Grant:growth-' || u || '-' || c, 'UTF8')) AS grant_digest
      FROM generate_series(1, ${users}) u, generate_series(0, ${perUser - 1}) c;
    INSERT INTO account (id, organization_id, email, roles)
      SELECT md5('user' || u)::uuid, a.organization_id, 'growth' || u || '@example.com', a.roles
      FROM generate_series(1, ${users}) u, (SELECT * FROM account ORDER BY email LIMIT 1) a;
    INSERT INTO provider_record
        (digest, kind, payload, grant_digest, account_id, client_id, organization_id, created_at, expires_at)
      SELECT n.grant_digest, 'Grant',
        g.payload || jsonb_build_object('accountId', n.account_id, 'clientId', n.client_id),
        n.grant_digest, n.account_id, n.client_id, g.organization_id, g.created_at, g.expires_at
      FROM growth_chain n, provider_record g WHERE g.kind = 'Grant' AND g.client_id = '${app.clientId}'
        AND g.account_id NOT IN (SELECT account_id FROM growth_chain);
    CREATE TABLE growth_token AS
      SELECT payload FROM provider_record
      WHERE kind = 'RefreshToken' AND client_id = '${app.clientId}' AND consumed_at IS NULL;
    INSERT INTO provider_record
        (digest, kind, payload, grant_digest, account_id, client_id, consumed_at, created_at, expires_at)
      SELECT sha256(convert_to('used' || n.u || '-' || n.c || '-' || used, 'UTF8')), 'RefreshToken',
        t.payload || jsonb_build_object('accountId', n.account_id, 'clientId', n.client_id, 'rotations', used,
          'grantId', 'growth-' || n.u || '-' || n.c),
        n.grant_digest, n.account_id, n.client_id, now() - age, now() - age, now() - age + interval '30 days'
      FROM growth_token t, growth_chain n, generate_series(1, ${usedTokens}) used,
        LATERAL (SELECT used * interval '30 days' / ${usedTokens + 1} AS age) aged;
    INSERT INTO provider_record (digest, kind, payload, grant_digest, account_id, client_id, created_at, expires_at)
      SELECT sha256(convert_to('RefreshToken:growth-token-of-user-' || n.u, 'UTF8')), 'RefreshToken',
        t.payload || jsonb_build_object('accountId', n.account_id, 'clientId', n.client_id,
          'grantId', 'growth-' || n.u || '-' || n.c),
        n.grant_digest, n.account_id, n.client_id, now(), now() + interval '100 days'
      FROM growth_token t, growth_chain n WHERE n.c = 0`;
}

/** Of a year, with the same number each day. */
export function addAuditEvents(events: number): string {
  return `
    INSERT INTO audit_event (at, organization_id, actor_type, actor_id, action, subject, request_id, address, before, after)
      SELECT now() - (${events} - n) * interval '1 year' / ${events}, left(md5('organization' || n % 100000), 24),
        'account', md5('account' || n), 'consent.granted', md5('client' || n % 1000), md5(n::text), '192.0.2.1',
        NULL, json_build_object('scopes', ARRAY['org.permission.customer', 'org.permission.apps'])
      FROM generate_series(1, ${events}) n`;
}

/** Of a month, each with one delivery. */
export function addWebhookEvents(events: number): string {
  return `
    INSERT INTO webhook (id, organization_id, url, events)
      SELECT md5('webhook' || n)::uuid, o.id, 'https://apps.example.com/' || n, '{}'
      FROM generate_series(1, 100) n, (SELECT id FROM organization LIMIT 1) o;
    INSERT INTO webhook_event (id, type, payload, created_at)
      SELECT md5('event' || n)::uuid, 'app.installed',
        json_build_object('type', 'app.installed', 'timestamp', now(), 'data', json_build_object('app', 'loyalty',
          'version', '1.0.0', 'organizationId', left(md5('organization' || n % 100000), 24))),
        now() - interval '31 days' - n * interval '1 second'
      FROM generate_series(1, ${events}) n;
    INSERT INTO webhook_delivery (event_id, webhook_id, organization_id, status, due_at, attempts, created_at)
      SELECT md5('event' || n)::uuid, md5('webhook' || 1 + n % 100)::uuid, o.id, 'delivered', NULL,
        '[{"at":"2026-11-28T12:00:00.000Z","durationMilliseconds":120,"responseStatus":204,"error":null}]',
        now() - interval '31 days' - n * interval '1 second'
      FROM generate_series(1, ${events}) n, (SELECT id FROM organization LIMIT 1) o`;
}
