import { inc } from 'semver';
import { type Demonstration, get } from './demonstration.ts';
import type { Addresses } from './services.ts';

const APP = 'loyalty';
const SCOPE = 'org.permission.apps+offline_access';

const AUTHORIZATION = '-H "Authorization: Bearer $API_KEY"';
const JSON_BODY = "-H 'Content-Type: application/json'";
/** Reads one attribute of an answer into a variable of the shell. */
const pick = (path: string) => `node -p 'JSON.parse(require("fs").readFileSync(0)).${path}'`;

/** Commands to paste, which work whatever was pasted at an earlier start. */
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
