import { inc } from 'semver';
import type { DataFolder } from './data-folder.ts';

/** The organization that `npm start` makes, so that there is somebody to be. */
export type Demonstration = { organizationId: string; apiKey: string };

export type Addresses = { baseUrl: string; registryInternalUrl: string; operatorToken: string };

const FILE = 'demonstration.json';
const ROLES = ['org.admin', 'org.permission'];
const APP = 'loyalty';

/** Finds the demonstration organization of an earlier start, or creates it. */
export async function demonstration(folder: DataFolder, at: Addresses): Promise<Demonstration> {
  const earlier = await folder.readJson<Demonstration>(FILE);
  if (earlier && (await get(`${at.baseUrl}/v1/me`, earlier.apiKey)).ok) return earlier;
  const organization = await post<{ id: string }>(at, '/internal/organizations', {
    name: 'Demonstration',
  });
  const { key } = await post<{ key: string }>(
    at,
    `/internal/organizations/${organization.id}/api-keys`,
    { name: 'npm start', roles: ROLES },
  );
  const created = { organizationId: organization.id, apiKey: key };
  await folder.writeJson(FILE, created);
  return created;
}

/** Commands to paste, which work whatever was pasted at an earlier start. */
export async function tutorial(baseUrl: string, demo: Demonstration): Promise<string> {
  const name = `${APP}_${demo.organizationId}`;
  const version = await nextVersion(baseUrl, demo.apiKey, name);
  const definition = {
    app: APP,
    version,
    title: 'Loyalty points',
    visibility: 'private',
    klasses: [
      {
        name: 'customer',
        metadata: {
          standard: true,
          properties: { pointsNum: { displayName: 'Points', example: '120' } },
        },
      },
    ],
  };
  const authorization = '-H "Authorization: Bearer $API_KEY"';
  const json = "-H 'Content-Type: application/json'";
  return `export BASE_URL=${baseUrl}
export API_KEY=${demo.apiKey}

# Register a private app
curl -sSw '\\n' "$BASE_URL/v1/apps/available" ${authorization} ${json} \\
  -d '${JSON.stringify(definition)}'

# Read it back
curl -sSw '\\n' "$BASE_URL/v1/apps/available/${name}-${version}" ${authorization}

# Generate its client secret
curl -sSw '\\n' -X POST "$BASE_URL/v1/apps/available/${name}/secret/" ${authorization} ${json} -d '{}'

# List the attributes that apps add to customers
curl -sSw '\\n' "$BASE_URL/v1/apps/metadata/customer" ${authorization}`;
}

async function nextVersion(baseUrl: string, apiKey: string, name: string): Promise<string> {
  const response = await get(`${baseUrl}/v1/apps/available/${name}-latest`, apiKey);
  if (!response.ok) return '0.0.1';
  const { data } = (await response.json()) as { data: { attributes: { version: string } } };
  return inc(data.attributes.version, 'patch') ?? '0.0.1';
}

function get(url: string, credential: string): Promise<Response> {
  return fetch(url, { headers: { authorization: `Bearer ${credential}` } });
}

async function post<T>(at: Addresses, path: string, body: object): Promise<T> {
  const response = await fetch(new URL(path, at.registryInternalUrl), {
    method: 'POST',
    headers: { authorization: `Bearer ${at.operatorToken}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`The registry refused ${path}: ${await response.text()}`);
  return (await response.json()) as T;
}
