import { tokens } from '@app-platform/testing/credentials';
import { newExternalApp, PASSWORD, userOf } from '../platform/external-app.ts';
import type { Platform } from '../platform/platform.ts';
import type { Authorized } from './play-operations.ts';

/** What the services ask one another, as the services' own credential. */
const { serviceToken } = tokens;

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
  const recent = JSON.stringify({ clientIds: [app.clientId], since: '2026-01-01T00:00:00.000Z' });
  await request(`${oauth}/internal/refused-requests`, 'POST', serviceToken, recent);
  const userId = await userOf(platform, app);
  const mailed = { userId, app: app.name, title: 'Planned', note: '' };
  const mails = `${oauth}/internal/organizations/${app.organizationId}/installation-request-mails`;
  await request(mails, 'POST', serviceToken, JSON.stringify(mailed));
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

async function request(
  url: string,
  method: string,
  bearer: string,
  body?: string,
): Promise<string> {
  const response = await fetch(url, {
    method,
    headers: { authorization: `Bearer ${bearer}`, 'content-type': 'application/json' },
    ...(body !== undefined && { body }),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${url} answered ${response.status} ${text}`);
  return text;
}
