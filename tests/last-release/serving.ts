import { deepStrictEqual, equal } from 'node:assert/strict';
import { apiCaller } from '@app-platform/testing/http/api-caller';
import { until } from '@app-platform/testing/until';
import { authorizedApp } from '../platform/authorized-app.ts';
import type { ExternalApp } from '../platform/external-app.ts';
import type { PlatformAddresses } from '../platform/platform.ts';

/** The promise: an uninstalled app is refused by the registry that long after the answer. */
const CUT_OFF_MILLISECONDS = 2_000;
/** How long a registry that has just started answers 503: it has yet to read what was revoked. */
const FIRST_POLL_MILLISECONDS = 10_000;

/** An installed app, with its attribute and the newest tokens of its user. */
export type Client = { app: ExternalApp; accessToken: string; refreshToken: string };

const definition = {
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

/** Creates an organization, an API key and a user; registers and installs an app; signs the user in to it. */
export async function newClient(platform: PlatformAddresses): Promise<Client> {
  const { app, tokens } = await authorizedApp(platform, {}, { definition });
  const { access_token, refresh_token } = tokens;
  return { app, accessToken: String(access_token), refreshToken: String(refresh_token) };
}

/** Tokens of this version's form. The last release refuses them (docs/decisions/0070). */
export const isOfChain = ({ refreshToken }: Client) => refreshToken.startsWith('rt_');

/** Reads what an app has left in both services, with its credentials of before. @throws Error where it is not there */
export async function checkData(platform: PlatformAddresses, client: Client): Promise<void> {
  const { app, accessToken } = client;
  const call = apiCaller(platform.baseUrl, app.apiKey);
  const installed = await call('GET', '/v1/apps/installed');
  equal(installed.status, 200);
  deepStrictEqual(
    installed.body.data.map((one: { attributes: { name: string } }) => one.attributes.name),
    [app.name],
  );
  const attributes = await call('GET', '/v1/apps/metadata/customer');
  equal(attributes.status, 200);
  equal(JSON.stringify(attributes.body).includes('PointsNum"'), true, 'no attribute of the app');
  const users = await apiCaller(platform.oauthUrl, app.apiKey)('GET', '/v1/users');
  deepStrictEqual([users.status, users.body.data.length], [200, 1]);
  const own = apiCaller(platform.baseUrl, accessToken);
  await until('the access token is accepted', FIRST_POLL_MILLISECONDS, async () => {
    const { status } = await own('GET', `/v1/apps/available/${app.name}`);
    if (status !== 503) equal(status, 200, 'the access token is refused');
    return status === 200;
  });
}

/** Exchanges the refresh token for the next tokens. */
export async function refresh(client: Client): Promise<void> {
  const { status, body } = await exchange(client);
  equal(status, 200, `not refreshed: ${JSON.stringify(body)}`);
  client.accessToken = String(body.access_token);
  client.refreshToken = String(body.refresh_token);
}

/** @throws Error where the refresh token is accepted, or refused in another way */
export async function checkRefused(client: Client, error: string): Promise<void> {
  const { status, body } = await exchange(client);
  deepStrictEqual([status, body.error], [400, error]);
}

/** Uninstalls the app. @throws Error where a token of it still works */
export async function uninstall(platform: PlatformAddresses, client: Client): Promise<void> {
  const { app, accessToken } = client;
  const answer = await apiCaller(platform.baseUrl, app.apiKey)(
    'DELETE',
    `/v1/apps/installed/${app.name}`,
  );
  equal(answer.status < 300, true, `not uninstalled: ${JSON.stringify(answer.body)}`);
  await checkRefused(client, 'invalid_client');
  const own = apiCaller(platform.baseUrl, accessToken);
  await until('the access token is refused', CUT_OFF_MILLISECONDS, async () => {
    const { status } = await own('GET', `/v1/apps/available/${app.name}`);
    return status === 401;
  });
}

function exchange({ app, refreshToken }: Client) {
  return app.token({ grant_type: 'refresh_token', refresh_token: refreshToken });
}
