import { randomBytes } from 'node:crypto';
import { inc } from 'semver';
import type { DataFolder } from './data-folder.ts';
import type { Addresses } from './services.ts';

const APP = 'loyalty';
const SCOPE = 'org.permission.apps+offline_access';

const AUTHORIZATION = '-H "Authorization: Bearer $API_KEY"';
const JSON_BODY = "-H 'Content-Type: application/json'";
/** A shell command that prints one property of the JSON on its standard input. */
const pick = (path: string) => `node -p 'JSON.parse(require("fs").readFileSync(0)).${path}'`;

/** Commands to paste. They also work after those of an earlier start were pasted. */
export async function tutorial(
  { baseUrl, oauthUrl }: Addresses,
  demo: Demonstration,
  redirectUri: string,
): Promise<string> {
  const name = `${APP}_${demo.organizationId}`;
  const version = await nextVersion(baseUrl, demo.apiKey, name);
  const definition = JSON.stringify(tutorialDefinition(version, redirectUri));
  return `1. Paste this into another terminal:

export BASE_URL=${baseUrl} OAUTH_URL=${oauthUrl} APP=${name}
export API_KEY=${demo.apiKey}

# Register a private app
curl -sSw '\\n' "$BASE_URL/v1/apps/available" ${AUTHORIZATION} ${JSON_BODY} \\
  -d '${definition}'

# Read it back
curl -sSw '\\n' "$BASE_URL/v1/apps/available/$APP-${version}" ${AUTHORIZATION}

# List the attributes that apps add to customers
curl -sSw '\\n' "$BASE_URL/v1/apps/metadata/customer" ${AUTHORIZATION}

# Install it, and generate its client secret
curl -sSw '\\n' "$BASE_URL/v1/apps/installed" ${AUTHORIZATION} ${JSON_BODY} -d '{"app":"'$APP'"}'
curl -sSw '\\n' -X POST "$BASE_URL/v1/apps/available/$APP/secret/" ${AUTHORIZATION} ${JSON_BODY} -d '{}' > client.json
export CLIENT_ID=$(${pick('data.attributes.clientId')} < client.json)
export CLIENT_SECRET=$(${pick('data.attributes.clientSecret')} < client.json)
cat client.json && rm client.json

# The address that the app sends its user's browser to
echo "$OAUTH_URL/oauth/authorize?client_id=$CLIENT_ID&redirect_uri=${encodeURIComponent(redirectUri)}&response_type=code&scope=${SCOPE}&state=tutorial"

2. Open that address in a browser. Sign in as ${demo.email}
   with the password ${demo.password} and allow the app.
   Paste the line that you then see, and after it this:

# Exchange the code
curl -sSw '\\n' "$OAUTH_URL/oauth/token" -d "grant_type=authorization_code&code=$CODE&client_id=$CLIENT_ID&client_secret=$CLIENT_SECRET&redirect_uri=${redirectUri}" > token.json
cat token.json
export ACCESS_TOKEN=$(${pick('access_token')} < token.json)

# Call the registry with the access token
curl -sSw '\\n' "$BASE_URL/v1/me" -H "Authorization: Bearer $ACCESS_TOKEN"

# Refresh
curl -sSw '\\n' "$OAUTH_URL/oauth/token" -d "grant_type=refresh_token&refresh_token=$(${pick('refresh_token')} < token.json)&client_id=$CLIENT_ID&client_secret=$CLIENT_SECRET" > refreshed.json
cat refreshed.json

# Uninstall, and watch the next refresh fail
curl -sSw '\\n' -X DELETE "$BASE_URL/v1/apps/installed/$APP" ${AUTHORIZATION}
curl -sSw '\\n' "$OAUTH_URL/oauth/token" -d "grant_type=refresh_token&refresh_token=$(${pick('refresh_token')} < refreshed.json)&client_id=$CLIENT_ID&client_secret=$CLIENT_SECRET"
rm token.json refreshed.json`;
}

function tutorialDefinition(version: string, redirectUri: string) {
  const properties = { pointsNum: { displayName: 'Points', example: '120' } };
  return {
    app: APP,
    version,
    title: 'Loyalty points',
    visibility: 'private',
    redirectUris: [redirectUri],
    klasses: [{ name: 'customer', metadata: { standard: true, properties } }],
  };
}

async function nextVersion(baseUrl: string, apiKey: string, name: string): Promise<string> {
  const response = await get(`${baseUrl}/v1/apps/available/${name}-latest`, apiKey);
  if (!response.ok) return '0.0.1';
  const { data } = (await response.json()) as { data: { attributes: { version: string } } };
  return inc(data.attributes.version, 'patch') ?? '0.0.1';
}

/** The organization that `npm start` creates, and a user to sign in as. */
type Demonstration = {
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

function get(url: string, credential: string): Promise<Response> {
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
