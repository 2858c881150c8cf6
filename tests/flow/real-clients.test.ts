import { Browser } from '@app-platform/testing/http/browser';
import { RunningProcess } from '@app-platform/testing/processes/run-process';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import * as oauth from 'oauth4webapi';
import { type ExternalApp, newExternalApp, PASSWORD } from '../platform/external-app.ts';
import { type PlatformProcesses, startPlatformProcesses } from '../platform/platform-processes.ts';
import {
  discover,
  type MakeClient,
  oauth4webapi,
  openidClient,
  plainPosts,
} from './app-clients.ts';
import { authJs } from './auth-js-client.ts';

const SCOPES = ['org.permission.customer', 'org.permission.apps', 'offline_access'];
/** Auth.js makes the path of it. */
const REDIRECT_URI = 'https://app.example.com/auth/callback/platform';
let platform: PlatformProcesses;

beforeAll(async () => {
  platform = await startPlatformProcesses();
});
afterAll(async () => {
  await platform?.close();
  RunningProcess.endAll();
});

/** What a user does in the browser that an app opens. @returns where it ends */
async function userAllows(app: ExternalApp, address: URL): Promise<URL> {
  const browser = new Browser();
  const signIn = await browser.open(address.href, platform.oauthUrl);
  const consent = await browser.submit(signIn, { email: app.email, password: PASSWORD });
  expect(consent.html).toContain('Allow Order &lt;Tracker&gt;?');
  return (await browser.submit(consent, { decision: 'allow' })).url;
}

async function readOwnApp(app: ExternalApp, accessToken: string) {
  const response = await fetch(`${platform.baseUrl}/v1/apps/available/${app.name}`, {
    headers: { authorization: `Bearer ${accessToken}` },
  });
  return { status: response.status, body: await response.json() };
}

const clients: [string, MakeClient][] = [
  ['plain posts, as the specification writes them', plainPosts],
  ['oauth4webapi, secret in the body', oauth4webapi(oauth.ClientSecretPost)],
  ['oauth4webapi, secret in the header', oauth4webapi(oauth.ClientSecretBasic)],
  ['openid-client', openidClient],
  ['Auth.js', authJs],
];

describe.each(clients)('an external app that speaks with %s', (_name, makeClient) => {
  it('registers, is installed and allowed, exchanges, calls, refreshes, and is uninstalled', async () => {
    const app = await newExternalApp(platform, { redirectUri: REDIRECT_URI });
    const client = await makeClient(platform.oauthUrl, app);
    await app.install();
    const arrived = await userAllows(app, await client.begin(SCOPES));
    expect(arrived.href).toMatch(app.redirectUri);

    const first = await client.exchange(arrived);
    const told = { token_type: 'bearer', expires_in: 86_400, scope: SCOPES.join(' ') };
    expect(first).toMatchObject(told);
    const own = { data: { attributes: { name: app.name, title: 'Order <Tracker>' } } };
    expect(await readOwnApp(app, first.access_token)).toMatchObject({ status: 200, body: own });

    const second = await client.refresh(first.refresh_token ?? '');
    expect(second).toMatchObject(told);
    expect(second.access_token).not.toBe(first.access_token);
    expect(second.refresh_token).not.toBe(first.refresh_token);
    expect((await readOwnApp(app, second.access_token)).status).toBe(200);

    await app.uninstall();
    const refused = client.refresh(second.refresh_token ?? '');
    await expect(refused).rejects.toMatchObject({ status: 400, error: 'invalid_client' });
    expect((await readOwnApp(app, second.access_token)).status).toBe(401);
  });
});

describe('a response of another issuer, or none', () => {
  it('is refused by what the metadata promises', async () => {
    const server = await discover(platform.oauthUrl);
    const client = { client_id: 'any' };
    for (const query of ['code=x&state=s', 'code=x&state=s&iss=https://evil.example']) {
      const address = new URL(`https://app.example.com/callback?${query}`);
      expect(() => oauth.validateAuthResponse(server, client, address, 's')).toThrow(/iss/);
    }
  });
});
