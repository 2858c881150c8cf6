import { apiCaller, postJson } from '@app-platform/testing/http/api-caller';
import { Browser } from '@app-platform/testing/http/browser';
import { until } from '@app-platform/testing/until';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { authorizedApp } from '../platform/authorized-app.ts';
import { type ExternalApp, newExternalApp, PASSWORD } from '../platform/external-app.ts';
import { type Platform, startPlatform } from '../platform/platform.ts';

let platform: Platform;

beforeAll(async () => {
  platform = await startPlatform();
});
afterAll(() => platform.close());

const QUESTION = /\/internal\/token-request-(clients|checks)/;

async function refresh(app: ExternalApp, tokens: Record<string, unknown>) {
  const { status, body } = await app.token({
    grant_type: 'refresh_token',
    refresh_token: String(tokens.refresh_token),
  });
  return { status, body };
}

/** An app of another organization, whose user has allowed it. */
async function foreignApp() {
  const app = await newExternalApp(platform, { visibility: 'public' });
  const { apiKey, email } = await newExternalApp(platform);
  await postJson(`${platform.baseUrl}/v1/apps/installed`, apiKey, { app: app.name });
  const browser = new Browser();
  const scopes = ['org.permission.customer', 'offline_access'];
  const signIn = await browser.open(app.authorizeUrl(scopes), platform.oauthUrl);
  const consent = await browser.submit(signIn, { email, password: PASSWORD });
  const arrived = await browser.submit(consent, { decision: 'allow' });
  const { body } = await app.token({
    grant_type: 'authorization_code',
    code: arrived.url.searchParams.get('code') ?? '',
    redirect_uri: app.redirectUri,
  });
  return { app, tokens: body };
}

/** An app whose refresh the OAuth service answers without a question to the registry. */
async function knownApp(authorized = authorizedApp(platform)) {
  const known = await authorized;
  let { tokens } = known;
  await until('the client is kept', 10_000, async () => {
    const before = platform.logLines.length;
    const { status, body } = await refresh(known.app, tokens);
    expect(status).toBe(200);
    tokens = body;
    return !platform.logLines.slice(before).some((line) => QUESTION.test(line));
  });
  return { app: known.app, tokens };
}

const asAdministrator = ({ apiKey }: ExternalApp) => apiCaller(platform.baseUrl, apiKey);
const asOperator = () => apiCaller(platform.registryInternalUrl, platform.operatorToken);

describe('attack: a token by what the OAuth service keeps of a client', () => {
  it.each<[string, (app: ExternalApp) => Promise<unknown>, number]>([
    ['was uninstalled', (app) => app.uninstall(), 400],
    [
      'has another secret',
      (app) => asAdministrator(app)('POST', `/v1/apps/available/${app.name}/secret`, {}),
      401,
    ],
    [
      'was blocked',
      (app) => asOperator()('PUT', `/internal/apps/${app.name}/block`, { reason: 'Malware.' }),
      400,
    ],
    [
      'is of a suspended organization',
      ({ organizationId }) =>
        asOperator()('PUT', `/internal/organizations/${organizationId}/suspension`, {
          reason: 'Unpaid.',
        }),
      400,
    ],
  ])('is refused by the next request where the app %s', async (_what, change, refusal) => {
    const answers: unknown[][] = [];
    for (let round = 0; round < 3; round += 1) {
      const { app, tokens } = await knownApp();
      await change(app);
      let { status, body } = await refresh(app, tokens);
      answers.push([status, body.error]);
      await until('it is refused', 5_000, async () => {
        if (status === 200) ({ status, body } = await refresh(app, body));
        return status !== 200;
      });
    }
    // The change waits for the OAuth service, for a quarter of a second at most.
    const refused = answers.filter(([status]) => status !== 200);
    expect(refused.length).toBeGreaterThanOrEqual(2);
    expect(new Set(refused.map(String))).toEqual(new Set([`${refusal},invalid_client`]));
  });

  it('is refused where the organization of the developer is deleted', async () => {
    const { app, tokens } = await knownApp(foreignApp());
    const path = `/internal/organizations/${app.organizationId}`;
    expect((await asOperator()('PUT', `${path}/suspension`, { reason: 'Left.' })).status).toBe(200);
    let { body } = await refresh(app, tokens);
    // It is known again before the deletion.
    ({ body } = await refresh(app, body));
    expect((await asOperator()('PUT', `${path}/deletion`)).status).toBe(200);
    await until('it is refused', 2_000, async () => {
      const answer = await refresh(app, body);
      if (answer.status === 200) body = answer.body;
      return answer.status === 400;
    });
  });

  it('has no scope beyond a ceiling that was lowered', async () => {
    const { app, tokens } = await knownApp();
    const path = `/v1/apps/installed/${app.name}/roles`;
    const roles = ['org.permission.customer'];
    expect((await asAdministrator(app)('POST', path, { roles })).status).toBe(200);
    let { body } = await refresh(app, tokens);
    await until('the ceiling counts', 5_000, async () => {
      if (body.scope === 'org.permission.customer offline_access') return true;
      ({ body } = await refresh(app, body));
      return false;
    });
  });

  it('is given again where the app was installed anew, for a new grant alone', async () => {
    const { app, tokens } = await knownApp();
    await app.uninstall();
    await app.install();
    expect((await refresh(app, tokens)).status).toBe(400);
  });
});
