import { randomBytes } from 'node:crypto';
import { Browser } from '@app-platform/testing/http/browser';
import { newExternalApp, PASSWORD } from '../platform/external-app.ts';
import type { PlatformAddresses } from '../platform/platform.ts';
import type { Servers } from './servers.ts';

export const SCOPES = ['org.permission.customer', 'org.permission.apps', 'offline_access'];
const OAUTH_DATABASE = 'oauth';

/** A client of one organization, installed there. */
export type TokenClient = { clientId: string; organizationId: string; installedAt: Date };

/** All clients have the same secret. */
export type TokenClients = { clients: TokenClient[]; clientSecret: string; redirectUri: string };

export type CredentialKind = 'AuthorizationCode' | 'RefreshToken';

/**
 * Makes grants for as many clients as the registry has organizations. One user signs in and consents
 * through the pages, and SQL copies that user's account, grant and code for the other clients.
 */
export async function createTokenClients(
  servers: Servers,
  registryDatabase: string,
  addresses: PlatformAddresses,
): Promise<TokenClients> {
  const app = await newExternalApp(addresses);
  await app.install();
  await authorize(app.authorizeUrl(SCOPES), app.email);
  const code = await readPayload(servers, 'AuthorizationCode');
  await setRedirectUris(servers, registryDatabase, app.clientId);
  const clients = await giveAllTheSecretOf(servers, registryDatabase, app.clientId);
  await copyGrant(servers, clients, app.email);
  const { clientSecret, redirectUri } = app;
  await servers.ours.query(
    OAUTH_DATABASE,
    `CREATE TABLE bench_template AS
     SELECT 'AuthorizationCode' AS kind, ${literal(code)}::jsonb AS payload
     UNION ALL SELECT 'RefreshToken', ${literal(code)}::jsonb - 'redirectUri' || '{"rotations": 0}'`,
  );
  return { clients, clientSecret, redirectUri };
}

/** Codes or refresh tokens, one for each of the clients. */
export async function newCredentials(
  { ours }: Servers,
  kind: CredentialKind,
  clients: TokenClient[],
): Promise<string[]> {
  const names = clients.map(() => randomBytes(32).toString('base64url'));
  const isToken = kind === 'RefreshToken';
  // Any secret does: the record knows the token by its digest.
  const ids = names.map((name) => (isToken ? `rt_${name}.0.${name}` : name));
  const rows = names.map(
    (name, index) => `('${name}', '${ids[index]}', '${clients[index]?.clientId}')`,
  );
  await ours.query(
    OAUTH_DATABASE,
    `INSERT INTO provider_record (digest, kind, payload, grant_digest, account_id, client_id, expires_at,
       generation, token_digest)
     SELECT sha256(convert_to(t.kind || ':' || new.name, 'UTF8')), t.kind,
       t.payload || jsonb_build_object('kind', t.kind, 'accountId', g.account_id,
         'clientId', g.client_id, 'grantId', 'bench-' || g.client_id),
       g.digest, g.account_id, g.client_id, now() + interval '1 hour',
       ${isToken ? "0, sha256(convert_to('ChainToken:' || new.id, 'UTF8'))" : 'NULL, NULL'}
     FROM (VALUES ${rows.join()}) AS new (name, id, client_id)
     JOIN provider_record g
       ON g.digest = sha256(convert_to('Grant:bench-' || new.client_id, 'UTF8'))
     CROSS JOIN bench_template t WHERE t.kind = '${kind}'`,
  );
  return ids;
}

/** Signs in, consents, and leaves an unused code behind. */
async function authorize(address: string, email: string): Promise<void> {
  const browser = new Browser();
  const signIn = await browser.open(address, address);
  const consent = await browser.submit(signIn, { email, password: PASSWORD });
  const { url, html } = await browser.submit(consent, { decision: 'allow' });
  if (!url.searchParams.has('code')) throw new Error(`The app got no code: ${url} ${html}`);
}

async function readPayload({ ours }: Servers, kind: string): Promise<string> {
  const rows = await ours.query(
    OAUTH_DATABASE,
    `SELECT payload::text FROM provider_record WHERE kind = '${kind}'`,
  );
  return String(rows[0]?.payload);
}

/** Every organization has the current version installed, with the redirect URI of the codes. */
async function setRedirectUris({ ours }: Servers, database: string, clientId: string) {
  await ours.query(
    database,
    `UPDATE app other SET redirect_uris = app.redirect_uris FROM app
     WHERE app.client_id = '${clientId}' AND other.id <> app.id;
     UPDATE installation i SET app_version_id = v.id
     FROM app a JOIN app_version v ON v.app_id = a.id AND v.version = a.version
     WHERE i.app_id = a.id`,
  );
}

async function giveAllTheSecretOf(
  { ours }: Servers,
  database: string,
  clientId: string,
): Promise<TokenClient[]> {
  await ours.query(
    database,
    `INSERT INTO client_secret (id, app_id, digest)
     SELECT gen_random_uuid(), other.id, secret.digest
     FROM client_secret secret JOIN app ON app.id = secret.app_id AND app.client_id = '${clientId}'
     CROSS JOIN app other WHERE other.id <> app.id`,
  );
  const rows = await ours.query(
    database,
    `SELECT a.client_id AS "clientId", a.organization_id AS "organizationId",
       i.installed_at AS "installedAt"
     FROM app a JOIN installation i ON i.app_id = a.id AND i.organization_id = a.organization_id
     WHERE a.client_id <> '${clientId}' ORDER BY a.id`,
  );
  return rows as TokenClient[];
}

async function copyGrant({ ours }: Servers, clients: TokenClient[], email: string) {
  const rows = clients.map(
    ({ clientId, organizationId, installedAt }) =>
      `('${clientId}', '${organizationId}', ${installedAt.getTime()})`,
  );
  await ours.query(
    OAUTH_DATABASE,
    `CREATE TABLE bench_client AS
     SELECT client_id, organization_id, installed_since, md5(client_id)::uuid AS account_id,
       sha256(convert_to('Grant:bench-' || client_id, 'UTF8')) AS grant_digest
     FROM (VALUES ${rows.join()}) AS client (client_id, organization_id, installed_since);
     INSERT INTO account (id, organization_id, email, password_hash, roles)
     SELECT c.account_id, c.organization_id, c.client_id || '@example.com', a.password_hash, a.roles
     FROM bench_client c, account a WHERE a.email = ${literal(email)};
     INSERT INTO provider_record (digest, kind, payload, grant_digest, account_id, client_id, expires_at)
     SELECT c.grant_digest, g.kind,
       g.payload || jsonb_build_object('accountId', c.account_id, 'clientId', c.client_id,
         'installedSince', c.installed_since),
       c.grant_digest, c.account_id, c.client_id, g.expires_at
     FROM bench_client c, provider_record g WHERE g.kind = 'Grant';
     ANALYZE`,
  );
}

function literal(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}
