import { apiCaller } from '@app-platform/testing/http/api-caller';
import { until } from '@app-platform/testing/until';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { authorizedApp } from '../platform/authorized-app.ts';
import { type ExternalApp, userOf } from '../platform/external-app.ts';
import { type Platform, startPlatform } from '../platform/platform.ts';

let platform: Platform;

beforeAll(async () => {
  platform = await startPlatform();
  await until('the registry follows the OAuth service', 10_000, async () => {
    const { status } = await fetch(`${platform.registryInternalUrl}/readyz`);
    return status === 200;
  });
});
afterAll(() => platform.close());

const me = async (token: unknown) => {
  const headers = { authorization: `Bearer ${token}` };
  return (await fetch(`${platform.baseUrl}/v1/me`, { headers })).status;
};

type Change = (app: ExternalApp, tokens: Record<string, unknown>) => Promise<unknown>;

const asAdministrator = ({ apiKey }: ExternalApp) => apiCaller(platform.oauthUrl, apiKey);

const revoke: Change = ({ clientId, clientSecret }, { access_token: token }) =>
  fetch(`${platform.oauthUrl}/oauth/revoke`, {
    method: 'POST',
    body: new URLSearchParams({
      client_id: clientId,
      client_secret: clientSecret,
      token: String(token),
    }),
  });

describe('attack: an access token that the registry keeps', () => {
  it.each<[string, Change]>([
    ['was revoked by its app', revoke],
    [
      'is of a grant that an administrator ended',
      (app) => asAdministrator(app)('DELETE', `/v1/grants?app=${app.name}`),
    ],
    [
      'is of a user who was disabled',
      async (app) =>
        asAdministrator(app)('POST', `/v1/users/${await userOf(platform, app)}/disable`),
    ],
    [
      'is of a user who has lost all roles',
      async (app) =>
        asAdministrator(app)('PATCH', `/v1/users/${await userOf(platform, app)}`, { roles: [] }),
    ],
    ['is of an app that was uninstalled', (app) => app.uninstall()],
  ])('is refused by the next request where it %s', async (_what, change) => {
    const answers: number[] = [];
    for (let round = 0; round < 3; round += 1) {
      const { app, tokens } = await authorizedApp(platform);
      for (let count = 0; count < 2; count += 1) expect(await me(tokens.access_token)).toBe(200);
      await change(app, tokens);
      answers.push(await me(tokens.access_token));
      await until('it is refused', 5_000, async () => (await me(tokens.access_token)) === 401);
    }
    // The change waits for the registry, for a quarter of a second at most.
    expect(answers.filter((status) => status === 401).length).toBeGreaterThanOrEqual(2);
  });
});
