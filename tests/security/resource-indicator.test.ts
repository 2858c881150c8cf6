import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type ExternalApp, newExternalApp, PASSWORD } from '../flow/external-app.ts';
import { type Platform, startPlatform } from '../flow/platform.ts';
import {
  arrivedAt,
  authorize,
  authorizeAddress,
  codeGrant,
  postToken,
  refreshGrant,
  SCOPES,
} from './authorization-request.ts';
import { FORM, HostileBrowser } from './hostile-browser.ts';

let platform: Platform;
let app: ExternalApp;

beforeAll(async () => {
  platform = await startPlatform();
  app = await newExternalApp(platform);
  await app.install();
});
afterAll(() => platform.close());

/** What access tokens would be for, beside the registry. */
const otherResources = () => [
  `${platform.baseUrl}/`,
  'https://other.example',
  [platform.baseUrl, 'https://other.example'],
];

// Consent is to what the registry serves: a page that asked about anything else would ask for ever.
describe('a resource other than the registry', () => {
  it('is refused at authorize, before anybody signs in', async () => {
    for (const resource of otherResources()) {
      const answer = await new HostileBrowser().open(authorizeAddress(platform, app, { resource }));
      const arrived = arrivedAt(app.redirectUri, answer);
      expect([arrived.get('error'), arrived.get('code')]).toEqual(['invalid_target', null]);
    }
  });

  it('400: is refused where a request is pushed', async () => {
    const answer = await new HostileBrowser().send(`${platform.oauthUrl}/oauth/par`, {
      method: 'POST',
      headers: FORM,
      body: new URLSearchParams({
        client_id: app.clientId,
        client_secret: app.clientSecret,
        redirect_uri: app.redirectUri,
        response_type: 'code',
        scope: SCOPES.join(' '),
        resource: `${platform.baseUrl}/`,
      }).toString(),
    });
    expect([answer.status, JSON.parse(answer.text).error]).toEqual([400, 'invalid_target']);
  });

  it('400: is refused of a code, and of a refresh token, which stays good', async () => {
    const resource = 'https://other.example';
    const grant = codeGrant(app, (await authorize(platform, app)).get('code'));
    const refused = await postToken(platform, { ...grant, resource });
    expect([refused.status, refused.body.error]).toEqual([400, 'invalid_target']);
    const { code: another } = Object.fromEntries(await authorize(platform, app));
    const exchanged = await postToken(platform, codeGrant(app, another ?? ''));
    const refresh = refreshGrant(app, exchanged.body.refresh_token);
    const again = await postToken(platform, { ...refresh, resource });
    expect([again.status, again.body.error]).toEqual([400, 'invalid_target']);
    expect((await postToken(platform, refresh)).status).toBe(200);
  });
});

it('the registry can be named as the resource', async () => {
  const browser = new HostileBrowser();
  const address = authorizeAddress(platform, app, {
    resource: platform.baseUrl,
    prompt: 'consent',
  });
  const next = await browser.submit(await browser.open(address), {
    email: app.email,
    password: PASSWORD,
  });
  const last = next.location ? next : await browser.submit(next, { decision: 'allow' });
  const code = arrivedAt(app.redirectUri, last).get('code');
  expect((await postToken(platform, codeGrant(app, code))).status).toBe(200);
});
