import { Browser } from '../flow/browser.ts';
import type { ReplicatedServices } from './cluster.ts';
import { operatorToken } from './cluster.ts';
import { HttpClient } from './http-client.ts';
import type { Observations } from './observations.ts';
import type { ServiceName } from './replica.ts';

export const PASSWORD = 'correct horse battery staple';
const ACCOUNT_ROLES = ['org.permission', 'org.admin.apps'];

/** An organization with an API key and a user, who have a network address and a browser. */
export type Tenant = {
  organizationId: string;
  apiKey: string;
  userId: string;
  email: string;
  client: HttpClient;
  browser: Browser;
};

/** @param number from 1 to 250, each once */
export async function createTenant(
  cluster: ReplicatedServices,
  number: number,
  observations: Observations,
): Promise<Tenant> {
  const services = new Map<string, ServiceName>([
    [new URL(cluster.baseUrl).host, 'registry'],
    [new URL(cluster.oauthUrl).host, 'oauth'],
  ]);
  const client = new HttpClient(`127.0.1.${number}`, services, observations);
  const post = async (port: number, path: string, body: object) => {
    const response = await client.send(new URL(`http://127.0.0.1:${port}${path}`), {
      method: 'POST',
      headers: { authorization: `Bearer ${operatorToken}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    if (!response.ok) throw new Error(`${path} answered ${response.status}`);
    return (await response.json()) as { id: string; key: string };
  };
  const [registry] = cluster.replicas.registry;
  const [oauth] = cluster.replicas.oauth;
  const organizations = '/internal/organizations';
  const name = `Organization ${number}`;
  const { id: organizationId } = await post(registry.internalPort, organizations, { name });
  const keys = `${organizations}/${organizationId}/api-keys`;
  const roles = ['org.admin', 'org.permission'];
  const { key: apiKey } = await post(registry.internalPort, keys, { roles });
  const email = `user${number}@example.com`;
  const account = { organizationId, email, password: PASSWORD, roles: ACCOUNT_ROLES };
  const { id: userId } = await post(oauth.internalPort, '/internal/accounts', account);
  const browser = new Browser({ send: client.send });
  return { organizationId, apiKey, userId, email, client, browser };
}
