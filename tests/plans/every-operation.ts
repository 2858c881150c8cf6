import { tokens } from '@app-platform/testing/credentials';
import { Browser } from '@app-platform/testing/http/browser';
import { type ExternalApp, newExternalApp, PASSWORD } from '../platform/external-app.ts';
import type { Platform } from '../platform/platform.ts';
import {
  attributeOperations,
  installationRequestOperations,
  refusedRequestOperations,
  webhookOperations,
} from './small-feature-operations.ts';
import { userOperations } from './user-operations.ts';
import { versionOperations } from './version-operations.ts';

/** What the services ask one another, as the services' own credential. */
const { serviceToken } = tokens;

/** An app whose user has allowed it. */
export type Authorized = { app: ExternalApp; tokens: Record<string, unknown> };

/** Each operation of both public APIs by its id, done as its users do it, in whatever variants it has. */
export function publicOperations(
  platform: Platform,
  { app, tokens }: Authorized,
): Record<string, () => Promise<unknown>> {
  const { baseUrl, oauthUrl } = platform;
  const call = (method: string, path: string, body?: object, headers = {}) =>
    request(`${baseUrl}${path}`, method, app.apiKey, body && JSON.stringify(body), headers);
  const form = (path: string, fields: Record<string, string>) => {
    const client = { client_id: app.clientId, client_secret: app.clientSecret };
    const body = new URLSearchParams({ ...client, ...fields }).toString();
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    return request(`${oauthUrl}${path}`, 'POST', undefined, body, headers);
  };
  const get = (path: string) => call('GET', path);
  const apps = '/v1/apps/available';
  const refusals = `${platform.oauthInternalUrl}/internal/clients/${app.clientId}/refused-requests`;
  const klasses = [{ name: 'parcel' }];
  const definition = { app: 'planned', version: '0.0.1', title: 'Planned', klasses };
  const refused = async (answer: Promise<string>, code: string) => {
    await answer.catch((error: Error) => {
      if (!error.message.includes(code)) throw error;
    });
  };
  const after = (key: string | number) =>
    `page[after]=${Buffer.from(String(key)).toString('base64url')}`;
  return {
    registerApp: async () => {
      await call('POST', apps, definition);
      await call('POST', apps, { app: 'planned', version: '0.0.2', klasses });
      for (const version of ['0.0.3-beta.1', '0.0.3-beta.2']) {
        await call('POST', apps, { app: 'planned', version });
      }
      await call('POST', apps, { ...definition, version: '0.0.3' }, { 'idempotency-key': 'once' });
      await call('POST', apps, { ...definition, version: '0.0.3' }, { 'idempotency-key': 'once' });
    },
    listApps: async () => {
      for (const query of [
        '',
        'q=number 4711',
        'q=number 4711&tag=ai',
        'q=umber 471',
        'q=nubmer 4711x',
        'q=order',
        'q=rder',
        'tag=featured',
        after('order_desk_1'),
        'q=o',
        'owner=own',
      ]) {
        await get(`${apps}?${query}`);
      }
    },
    readApp: async () => {
      for (const name of ['planned', 'planned-0.0.1']) await get(`${apps}/${name}`);
      const { data } = JSON.parse(await get(`${apps}?page[size]=1`));
      const ofAnother = data[0].attributes.name;
      const twin = { ...definition, app: ofAnother, visibility: 'private' };
      await call('POST', apps, twin);
      await refused(get(`${apps}/${ofAnother}`), 'ambiguous_app');
    },
    readRegistryStatus: async () => {
      await fetch(`${baseUrl}/status`);
    },
    readOauthStatus: async () => {
      await fetch(`${oauthUrl}/status`);
    },
    readAppIcon: async () => {
      await fetch(`${baseUrl}${apps}/planned-0.0.1/icon`);
    },
    updateApp: () => call('PATCH', `${apps}/planned-latest`, { title: 'Replanned' }),
    updateAppByPost: () => call('POST', `${apps}/planned-0.0.1`, { title: 'Unplanned' }),
    generateSecret: async () => {
      await call('POST', `${apps}/planned/secret`, {});
      await call('POST', `${apps}/planned/secret`, { overlapSeconds: 60 });
    },
    listSecrets: () => get(`${apps}/planned/secrets`),
    listVersions: async () => {
      for (const query of ['', after('1.0.0')]) await get(`${apps}/planned/versions?${query}`);
    },
    installApp: async () => {
      await call('POST', '/v1/apps/installed', { app: 'planned-0.0.1' });
      await call('POST', '/v1/apps/installed', { app: 'planned' });
      const needy = { ...definition, app: 'needy', dependencies: ['needed-*', 'unknown-*'] };
      for (const one of [{ ...needy, app: 'needed' }, needy]) await call('POST', apps, one);
      await refused(call('POST', '/v1/apps/installed', { app: 'needy' }), 'dependency_missing');
      await call('POST', apps, { ...definition, app: 'helping' });
      await call('POST', apps, { ...definition, app: 'helped', dependencies: ['helping-*'] });
      await call('POST', '/v1/apps/installed', { app: 'helped', withDependencies: true });
    },
    ...versionOperations(call, get, after, app.clientId),
    ...refusedRequestOperations(app, get, () => request(refusals, 'GET', serviceToken)),
    listInstalledApps: async () => {
      for (const query of ['', after('a')]) await get(`/v1/apps/installed?${query}`);
    },
    listAttributes: () => get('/v1/apps/metadata'),
    listAttributesOfKlass: () => get('/v1/apps/metadata/customer'),
    ...installationRequestOperations(platform, app, after),
    ...attributeOperations(call, get, after),
    whoAmI: async () => {
      await get('/v1/me');
      await request(`${baseUrl}/v1/me`, 'GET', String(tokens.access_token));
    },
    createApiKey: () => call('POST', '/v1/api-keys', { roles: ['org.admin.apps'] }),
    listApiKeys: () => get('/v1/api-keys'),
    revokeApiKey: async () => {
      const created = await call('POST', '/v1/api-keys', { roles: ['org.admin.apps'] });
      await call('DELETE', `/v1/api-keys/${JSON.parse(created).data.id}`);
    },
    ...webhookOperations(call, get, after),
    listAuditEvents: async () => {
      const at = '2026-01-01T00:00:00.000Z';
      const filters = ['', `filter[from]=${at}`, 'filter[action]=app_version.registered'];
      for (const filter of [...filters, 'filter[actor]=a', 'filter[subject]=planned-0.0.1']) {
        await get(`/v1/audit?${filter}`);
      }
    },
    ...userOperations(platform, app),
    uninstallApp: () => call('DELETE', '/v1/apps/installed/planned'),
    authorize: () => fetch(app.authorizeUrl(['org.permission.customer']), { redirect: 'manual' }),
    exchange: async () => {
      const grant = { grant_type: 'refresh_token', refresh_token: String(tokens.refresh_token) };
      await form('/oauth/token', grant);
      await form('/oauth/token', grant);
    },
    introspect: async () => {
      for (const token of [tokens.access_token, tokens.refresh_token]) {
        await form('/oauth/introspect', { token: String(token) });
      }
    },
    revoke: async () => {
      for (const token of [tokens.access_token, tokens.refresh_token]) {
        await form('/oauth/revoke', { token: String(token) });
      }
    },
    pushAuthorizationRequest: () =>
      form('/oauth/par', {
        response_type: 'code',
        redirect_uri: app.redirectUri,
        scope: 'org.permission.customer',
      }),
    publishedKeys: () => request(`${oauthUrl}/oauth/jwks`, 'GET'),
    metadata: () => request(`${oauthUrl}/.well-known/oauth-authorization-server`, 'GET'),
  };
}

/** What the operator and the services ask, beyond what comes with the operations for everybody. */
export async function askInternally(platform: Platform, { app }: Authorized): Promise<void> {
  const { registryInternalUrl: registry, oauthInternalUrl: oauth, operatorToken } = platform;
  const client = `${registry}/internal/clients/${app.clientId}`;
  await request(`${client}?organizationId=${app.organizationId}`, 'GET', serviceToken);
  const tags = JSON.stringify({ add: ['featured'] });
  await request(`${registry}/internal/apps/${app.name}/tags`, 'PATCH', operatorToken, tags);
  const block = `${registry}/internal/apps/${app.name}/block`;
  await request(block, 'PUT', operatorToken, JSON.stringify({ reason: 'Planned.' }));
  await request(block, 'DELETE', operatorToken);
  const organization = `${registry}/internal/organizations/${app.organizationId}`;
  await request(organization, 'PATCH', operatorToken, JSON.stringify({ verified: true }));
  await request(organization, 'GET', operatorToken);
  const suspension = `${organization}/suspension`;
  await request(suspension, 'PUT', operatorToken, JSON.stringify({ reason: 'Planned.' }));
  await request(suspension, 'DELETE', operatorToken);
  await deleteAnOrganization(platform);
  const name = JSON.stringify({ name: 'Planned' });
  await request(`${registry}/internal/organizations`, 'PUT', operatorToken, name);
  const key = JSON.stringify({ name: 'planned', roles: ['org.admin.apps'] });
  await request(`${organization}/api-keys`, 'PUT', operatorToken, key);
  const names = `${registry}/internal/reserved-names`;
  await request(names, 'POST', operatorToken, JSON.stringify({ pattern: 'held*' }));
  await request(names, 'GET', operatorToken);
  await request(`${names}/held*`, 'DELETE', operatorToken);
  await request(`${oauth}/internal/revocations?after=9000`, 'GET', serviceToken);
  const events = `${oauth}/internal/organizations/${app.organizationId}/audit-events`;
  await request(`${events}?size=20`, 'GET', serviceToken);
  const users = `${oauth}/internal/users?`;
  await request(`${users}organizationId=${app.organizationId}&query=a`, 'GET', operatorToken);
  await request(`${users}email=${encodeURIComponent(app.email)}`, 'GET', operatorToken);
  for (const url of [registry, oauth]) {
    const usage = `${url}/internal/usage?since=2026-01-01&until=2999-12-31`;
    for (const query of ['', `&organizationId=${app.organizationId}`]) {
      await request(`${usage}${query}`, 'GET', operatorToken);
    }
  }
  const keys = `${oauth}/internal/signing-keys`;
  await request(keys, 'GET', operatorToken);
  await request(keys, 'POST', operatorToken, JSON.stringify({}));
  await request(keys, 'POST', operatorToken, JSON.stringify({ immediate: true }));
  // One more, with an account, a secret and an uninstallation that ends grants.
  const another = await newExternalApp(platform);
  await another.install();
  await another.uninstall();
}

/** Of its own: the rows are removed a minute later. */
async function deleteAnOrganization({
  registryInternalUrl: registry,
  oauthInternalUrl: oauth,
  operatorToken,
}: Platform): Promise<void> {
  const organizations = `${registry}/internal/organizations`;
  const created = await request(organizations, 'POST', operatorToken, '{"name":"Leaving"}');
  const { id } = JSON.parse(created);
  const reason = JSON.stringify({ reason: 'It leaves.' });
  await request(`${organizations}/${id}/suspension`, 'PUT', operatorToken, reason);
  for (const url of [`${organizations}/${id}`, `${oauth}/internal/organizations/${id}`]) {
    await request(`${url}/records`, 'GET', operatorToken);
  }
  await request(`${organizations}/${id}/deletion`, 'PUT', operatorToken);
  await request(`${organizations}/${id}/deletion`, 'GET', operatorToken);
  const removal = JSON.stringify({ organizationId: id, clientIds: [] });
  await request(
    `${oauth}/internal/accounts`,
    'POST',
    operatorToken,
    JSON.stringify({
      organizationId: id,
      email: `${id}@example.com`,
      password: PASSWORD,
      roles: [],
    }),
  );
  await request(`${oauth}/internal/organization-removals`, 'POST', serviceToken, removal);
}

/** A person signs in, sees which apps hold access, ends the access of one, and leaves. */
export async function useAccountPages({ oauthUrl }: Platform, { app }: Authorized): Promise<void> {
  const browser = new Browser();
  const form = await browser.open(`${oauthUrl}/account/apps`, oauthUrl);
  const page = await browser.submit(form, { email: app.email, password: PASSWORD });
  if (!page.html.includes(app.clientId)) throw new Error(`${app.name} is not on the page`);
  const after = await browser.submit(page, { client_id: app.clientId });
  if (after.html.includes(app.clientId)) throw new Error(`${app.name} still holds access`);
  const left = await browser.submit(after, {}, '/account/sign-out');
  if (!left.html.includes('name="password"')) throw new Error('nobody was signed out');
}

async function request(
  url: string,
  method: string,
  bearer?: string,
  body?: string,
  headers: Record<string, string> = {},
): Promise<string> {
  const response = await fetch(url, {
    method,
    headers: {
      ...(bearer && { authorization: `Bearer ${bearer}` }),
      'content-type': 'application/json',
      ...headers,
    },
    ...(body !== undefined && { body }),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${url} answered ${response.status} ${text}`);
  return text;
}
