import { tokens as internalTokens } from '@app-platform/testing/credentials';
import { administrator, apiCaller, postJson } from '@app-platform/testing/http/api-caller';
import { Browser } from '@app-platform/testing/http/browser';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { authorizedApp } from '../platform/authorized-app.ts';
import { newExternalApp, PASSWORD } from '../platform/external-app.ts';
import { type Platform, startPlatform } from '../platform/platform.ts';

const NARROW = ['org.permission.customer', 'offline_access'];
const DAYS_91 = 91 * 86_400_000;

let platform: Platform;
beforeAll(async () => {
  platform = await startPlatform();
});
afterAll(() => platform.close());

/** A user of the organization without a role of administrators, who allows an app. */
async function allow(organizationId: string, address: string): Promise<string> {
  const email = `concern-${crypto.randomUUID()}@example.com`;
  const credentials = { email, password: PASSWORD };
  const account = { organizationId, ...credentials, roles: ['org.permission'] };
  const { oauthInternalUrl, oauthUrl } = platform;
  await postJson(`${oauthInternalUrl}/internal/accounts`, internalTokens.operatorToken, account);
  const browser = new Browser();
  const consent = await browser.submit(await browser.open(address, oauthUrl), credentials);
  const arrived = await browser.submit(consent, { decision: 'allow' });
  expect(arrived.url.searchParams.has('code')).toBe(true);
  return email;
}

it('lists the grants that an administrator should look at, each for its reason', async () => {
  const { app } = await authorizedApp(platform, {}, {}, NARROW);
  const call = administrator(platform, app.apiKey);
  const listed = async (concern: string) => {
    const { status, body } = await call('GET', `/v1/grants?concern=${concern}`);
    expect(status).toBe(200);
    return body.data.map(
      ({ attributes }: { attributes: { user: { email: string } } }) => attributes.user.email,
    );
  };
  const careful = await allow(app.organizationId, app.authorizeUrl(NARROW));
  expect(await listed('wide')).toEqual([]);
  expect(await listed('unused')).toEqual([]);
  expect(await listed('unverified')).toEqual([]);
  expect(await listed('administrator')).toEqual([app.email]);

  const generous = await allow(app.organizationId, app.authorizeUrl(['org.permission']));
  expect(await listed('wide')).toEqual([generous]);

  const foreign = await newExternalApp(platform, { visibility: 'public' });
  const installed = await apiCaller(platform.baseUrl, app.apiKey)('POST', '/v1/apps/installed', {
    app: foreign.name,
  });
  expect(installed).toMatchObject({ status: 201 });
  const trusting = await allow(app.organizationId, foreign.authorizeUrl(NARROW));
  expect(await listed('unverified')).toEqual([trusting]);
  const verify = `${platform.registryInternalUrl}/internal/organizations/${foreign.organizationId}`;
  await fetch(verify, {
    method: 'PATCH',
    headers: {
      authorization: `Bearer ${internalTokens.operatorToken}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify({ verified: true }),
  });
  expect(await listed('unverified')).toEqual([]);

  // What was never used counts from the day on which it was given.
  platform.now.value = () => new Date(Date.now() + DAYS_91);
  expect((await listed('unused')).toSorted()).toEqual(
    [app.email, careful, generous, trusting].toSorted(),
  );
  platform.now.value = () => new Date();
  expect((await call('GET', '/v1/grants?concern=curious')).status).toBe(400);
});
