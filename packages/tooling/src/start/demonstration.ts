import { randomBytes } from 'node:crypto';
import type { DataFolder } from './data-folder.ts';
import type { Addresses } from './services.ts';

/** The organization that `npm start` makes, with somebody in it, so that there is somebody to be. */
export type Demonstration = {
  organizationId: string;
  apiKey: string;
  email: string;
  password: string;
};

const FILE = 'demonstration.json';
const ROLES = ['org.admin', 'org.permission'];

/** Finds the demonstration organization of an earlier start, or creates it. */
export async function demonstration(
  folder: DataFolder,
  addresses: Addresses,
  operatorToken: string,
): Promise<Demonstration> {
  const earlier = await folder.readJson<Demonstration>(FILE);
  if (earlier && (await get(`${addresses.baseUrl}/v1/me`, earlier.apiKey)).ok) return earlier;
  const call = <T>(url: string, body: object) => post<T>(url, operatorToken, body);
  const { registryInternalUrl, oauthInternalUrl } = addresses;
  const { id: organizationId } = await call<{ id: string }>(
    `${registryInternalUrl}/internal/organizations`,
    { name: 'Demonstration' },
  );
  const { key: apiKey } = await call<{ key: string }>(
    `${registryInternalUrl}/internal/organizations/${organizationId}/api-keys`,
    { name: 'npm start', roles: ROLES },
  );
  const password = randomBytes(9).toString('base64url');
  const email = `demo-${organizationId.slice(0, 6)}@example.com`;
  await call(`${oauthInternalUrl}/internal/accounts`, {
    organizationId,
    email,
    password,
    roles: ROLES,
  });
  const created = { organizationId, apiKey, email, password };
  await folder.writeJson(FILE, created);
  return created;
}

export function get(url: string, credential: string): Promise<Response> {
  return fetch(url, { headers: { authorization: `Bearer ${credential}` } });
}

async function post<T>(url: string, credential: string, body: object): Promise<T> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { authorization: `Bearer ${credential}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${url} was refused: ${await response.text()}`);
  return (await response.json()) as T;
}
