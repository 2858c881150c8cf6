import { apiCaller } from '@app-platform/testing/http/api-caller';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type ExternalApp, newExternalApp } from '../platform/external-app.ts';
import type { Platform } from '../platform/platform.ts';
import { platformWithApp } from '../platform/platform-with-app.ts';

type Check = {
  name: string;
  status: string;
  detail: string;
  parameter?: string;
  meta?: Record<string, unknown>;
};

let platform: Platform;
let app: ExternalApp;
let call: ReturnType<typeof apiCaller>;

beforeAll(async () => {
  ({ platform, app } = await platformWithApp());
  call = apiCaller(platform.baseUrl, app.apiKey);
});
afterAll(() => platform.close());

async function diagnose(body: object): Promise<{ healthy: boolean; checks: Check[] }> {
  const answer = await call('POST', '/v1/apps/doctor', body);
  expect(answer.status).toBe(200);
  return answer.body.data;
}

/** What fails in an authorization request after a change of its address. */
async function faultsOf(change: (url: URL) => void, more: object = {}): Promise<Check[]> {
  const url = new URL(app.authorizeUrl(['org.permission.customer', 'offline_access']));
  change(url);
  const { checks } = await diagnose({ url: url.href, ...more });
  return checks.filter(({ status }) => status === 'failed');
}

const set = (name: string, value: string) => (url: URL) => url.searchParams.set(name, value);

describe('the doctor', () => {
  it('finds nothing wrong with a right request of a user who has the roles', async () => {
    const url = app.authorizeUrl(['org.permission.customer', 'offline_access']);
    const { healthy, checks } = await diagnose({ url, user: app.email });
    expect(checks.map(({ status }) => status)).not.toContain('failed');
    expect(checks.map(({ status }) => status)).not.toContain('unknown');
    expect(healthy).toBe(true);
  });

  it('tells from which character on the redirect URI differs', async () => {
    const [fault] = await faultsOf(set('redirect_uri', `${app.redirectUri}x`));
    expect(fault).toMatchObject({ name: 'redirect_uri', parameter: 'redirect_uri' });
    expect(fault?.meta).toMatchObject({ character: app.redirectUri.length + 1 });
    const [slash] = await faultsOf(set('redirect_uri', `${app.redirectUri}/`));
    expect(slash?.detail).toContain('A slash at the end counts.');
  });

  it('names the scope that the user lacks, and one that is none', async () => {
    const lacking = await faultsOf(set('scope', 'org.admin.users'), { user: app.email });
    expect(lacking.map(({ detail }) => detail).join(' ')).toContain(
      `${app.email} does not hold 'org.admin.users'`,
    );
    const [none] = await faultsOf(set('scope', 'customers'));
    expect(none).toMatchObject({ name: 'scope', meta: { scope: 'customers' } });
    expect(await faultsOf(set('scope', 'openid profile email offline_access'))).toEqual([]);
  });

  it('names the scope that the version does not declare, and one that waits', async () => {
    const roles = ['org.permission.customer'];
    const limited = await newExternalApp(platform, { definition: { roles } });
    await limited.install();
    const ask = apiCaller(platform.baseUrl, limited.apiKey);
    const url = limited.authorizeUrl(['org.permission.conversation']);
    const faults = async (): Promise<string> => {
      const { body } = await ask('POST', '/v1/apps/doctor', { url });
      const failed = body.data.checks.filter(({ status }: Check) => status === 'failed');
      return failed.map(({ detail }: Check) => detail).join(' ');
    };
    expect(await faults()).toContain("does not declare 'org.permission.conversation'");
    const app = limited.name.split('_').slice(0, 2).join('_');
    const wider = { app, version: '0.1.0', roles: [...roles, 'org.permission.conversation'] };
    await ask('POST', '/v1/apps/available', wider);
    await ask('POST', '/v1/apps/installed', { app: limited.name });
    expect(await faults()).toContain("'org.permission.conversation' waits for an administrator");
  });

  it('names missing, repeated and wrong parameters', async () => {
    const faults = await faultsOf((url) => {
      url.searchParams.delete('scope');
      url.searchParams.set('response_type', 'token');
      url.searchParams.append('redirect_uri', 'https://elsewhere.example.com');
      url.pathname = '/authorize';
    });
    const named = faults.filter(({ name }) => name === 'parameters');
    expect(named.map(({ parameter }) => parameter)).toEqual([
      'redirect_uri',
      'scope',
      'response_type',
      undefined,
    ]);
    expect(named.at(-1)?.detail).toContain(`${platform.oauthUrl}/oauth/authorize`);
  });

  it('names the challenge method that is missing', async () => {
    const [fault] = await faultsOf(set('code_challenge', 'a'.repeat(43)));
    expect(fault).toMatchObject({ name: 'pkce', parameter: 'code_challenge_method' });
  });

  it('names the organization that has not installed the app, and when the secret was rotated', async () => {
    const tokenRequest = { grant_type: 'refresh_token', client_id: app.clientId };
    const organizationId = 'f'.repeat(24);
    const { checks } = await diagnose({ tokenRequest, organizationId });
    const installation = checks.find(({ name }) => name === 'installation');
    expect(installation?.detail).toContain(`not installed in the organization ${organizationId}`);
    const secret = checks.find(({ name }) => name === 'client_secret');
    expect(Date.parse(String(secret?.meta?.generatedAt))).toBeLessThanOrEqual(Date.now());
  });

  it('tells that the policy does not allow the app, and that the user is outside its limit', async () => {
    const policy = (body: object) => call('PATCH', '/v1/apps/policy', body);
    const limit = (body: object) => call('PATCH', `/v1/apps/installed/${app.name}`, body);
    await policy({ blocked: [app.name] });
    await limit({ roles: ['org.admin.api_keys'] });
    const user = app.email;
    const faults = await faultsOf(() => undefined, { user });
    await policy({ blocked: [] });
    expect(faults.map(({ name }) => name)).toEqual(expect.arrayContaining(['policy', 'limit']));
    await limit({ roles: ['org.permission'] });
    expect(await faultsOf(() => undefined, { user })).toEqual([]);
    await limit({ roles: [] });
  });

  it('refuses a secret without repeating it', async () => {
    const tokenRequest = { client_id: app.clientId, client_secret: app.clientSecret };
    const { status, body } = await call('POST', '/v1/apps/doctor', { tokenRequest });
    expect(status).toBe(400);
    expect(JSON.stringify(body)).not.toContain(app.clientSecret);
    const url = `${app.authorizeUrl(['org.a'])}&code=12345`;
    expect((await call('POST', '/v1/apps/doctor', { url })).status).toBe(400);
  });

  it('is for the owner of the app alone', async () => {
    const other = await newExternalApp(platform);
    const stranger = apiCaller(platform.baseUrl, other.apiKey);
    const url = app.authorizeUrl(['org.permission.customer']);
    expect((await stranger('POST', '/v1/apps/doctor', { url })).status).toBe(404);
    expect((await stranger('POST', '/v1/apps/doctor', { url: 'nowhere' })).status).toBe(400);
    expect((await stranger('POST', '/v1/apps/doctor', {})).status).toBe(400);
  });
});
