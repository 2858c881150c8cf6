import { administrator, postJson } from '@app-platform/testing/http/api-caller';
import { Browser } from '@app-platform/testing/http/browser';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { authorizedApp } from '../platform/authorized-app.ts';
import { newExternalApp, PASSWORD, userOf } from '../platform/external-app.ts';
import { type Platform, startPlatform } from '../platform/platform.ts';

let platform: Platform;
beforeAll(async () => {
  platform = await startPlatform();
});
afterAll(() => platform.close());

/** An organization with an administrator who signs in, and one who calls with an API key. */
async function organization() {
  const app = await newExternalApp(platform, { userRoles: ['org'] });
  return { app, call: administrator(platform, app.apiKey), userId: await userOf(platform, app) };
}

/** An API key with these roles alone. */
function newKey(organizationId: string, roles: string[]): Promise<{ key: string }> {
  const url = `${platform.registryInternalUrl}/internal/organizations/${organizationId}/api-keys`;
  return postJson(url, platform.operatorToken, { roles });
}

const newUser = (roles: string[], password?: string) => ({
  email: `new-${crypto.randomUUID()}@Example.com`,
  roles,
  ...(password && { password }),
});

describe('who may administer users', () => {
  it('nobody without a credential, without the role, or of another organization', async () => {
    const { call, userId, app } = await organization();
    const stranger = await organization();
    const { key } = await newKey(app.organizationId, ['org.admin.apps']);
    const one = `/v1/users/${userId}`;
    const requests: [string, string, object?][] = [
      ['GET', '/v1/users'],
      ['POST', '/v1/users', newUser([])],
      ['GET', one],
      ['PATCH', one, { roles: [] }],
      ['DELETE', one],
      ...['disable', 'enable', 'end-sessions', 'reset-link'].map((action): [string, string] => [
        'POST',
        `${one}/${action}`,
      ]),
      ['GET', '/v1/grants'],
      ['DELETE', `/v1/grants?user=${userId}`],
    ];
    for (const request of requests) {
      const anonymous = await administrator(platform, undefined)(...request);
      expect(anonymous.status).toBe(401);
      expect(anonymous.headers.get('www-authenticate')).toMatch(/^Bearer/);
      expect((await administrator(platform, 'nonsense')(...request)).status).toBe(401);
      const without = await administrator(platform, key)(...request);
      expect(without.status).toBe(403);
      expect(without.body.errors[0].meta.missingRoles).toEqual(['org.admin.users']);
      if (request[1].startsWith(one)) expect((await stranger.call(...request)).status).toBe(404);
    }
    expect((await call('GET', one)).body.data.attributes.status).toBe('active');
  });

  it('nobody grants a role that they do not hold', async () => {
    const { app, call, userId } = await organization();
    const limited = await newKey(app.organizationId, [
      'org.admin.users',
      'org.permission.customer',
    ]);
    const callLimited = administrator(platform, limited.key);
    const created = await callLimited('POST', '/v1/users', newUser(['org.admin']));
    expect(created.status).toBe(403);
    expect(created.body.errors[0]).toMatchObject({
      source: { pointer: '/roles' },
      meta: { missingRoles: ['org.admin'] },
    });
    const { body } = await callLimited('POST', '/v1/users', newUser(['org.permission.customer']));
    const change = { roles: ['org.permission'] };
    expect((await callLimited('PATCH', `/v1/users/${body.data.id}`, change)).status).toBe(403);
    expect((await call('PATCH', `/v1/users/${body.data.id}`, change)).status).toBe(200);
    // A password is as good as the roles of its user.
    const password = 'another long password';
    expect((await callLimited('PATCH', `/v1/users/${userId}`, { password })).status).toBe(403);
    expect((await callLimited('POST', `/v1/users/${userId}/reset-link`)).status).toBe(403);
  });
});

describe('the last administrator', () => {
  it('is not disabled, deleted or demoted, by anybody', async () => {
    const { call, userId } = await organization();
    const invited = await call('POST', '/v1/users', newUser(['org.admin']));
    expect(invited.body.data.attributes.status).toBe('invited');
    const one = `/v1/users/${userId}`;
    for (const request of [
      ['POST', `${one}/disable`],
      ['DELETE', one],
      ['PATCH', one, { roles: ['org.permission'] }],
    ] as [string, string, object?][]) {
      const refused = await call(...request);
      expect(refused.status).toBe(409);
      expect(refused.body.errors[0].code).toBe('last_administrator');
    }
    const other = await call('POST', '/v1/users', newUser(['org.admin'], PASSWORD));
    expect((await call('DELETE', one)).status).toBe(204);
    expect((await call('GET', one)).status).toBe(404);
    expect((await call('POST', `/v1/users/${other.body.data.id}/disable`)).status).toBe(409);
  });

  it('attack: two administrators disable each other at the same instant', async () => {
    const { call, userId } = await organization();
    const other = (await call('POST', '/v1/users', newUser(['org.admin.users'], PASSWORD))).body;
    const answers = await Promise.all(
      [userId, other.data.id].map((id) => call('POST', `/v1/users/${id}/disable`)),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  });
});

describe('a user of an organization', () => {
  it('is created, found, listed page by page and searched', async () => {
    const { app, call } = await organization();
    const wanted = newUser(['org.permission', 'org.permission'], PASSWORD);
    const created = await call('POST', '/v1/users', wanted);
    expect(created.status).toBe(201);
    const { id } = created.body.data;
    expect((await call('GET', `/v1/users/${id}`)).body.data).toEqual({
      type: 'user',
      id,
      attributes: {
        organizationId: app.organizationId,
        email: wanted.email.toLowerCase(),
        name: null,
        roles: ['org.permission'],
        status: 'active',
        signIn: 'password',
        createdAt: expect.any(String),
        disabledAt: null,
      },
    });
    const again = await call('POST', '/v1/users', wanted);
    expect([again.status, again.body.errors[0].code]).toEqual([409, 'duplicate']);
    const first = await call('GET', '/v1/users?page[size]=1');
    const { after } = first.body.meta.page;
    const second = await call('GET', `/v1/users?page[size]=1&page[after]=${after}`);
    expect(second.body.meta.page.after).toBeNull();
    const emails = [first, second].map(({ body }) => body.data[0].attributes.email);
    expect(emails).toEqual([wanted.email.toLowerCase(), app.email].sort());
    const found = await call('GET', `/v1/users?query=${wanted.email.slice(4, 20).toUpperCase()}`);
    expect(found.body.data).toHaveLength(1);
  });

  it('every problem of a request is named at once', async () => {
    const { call } = await organization();
    const refused = await call('POST', '/v1/users', { email: 'nobody', roles: ['admin'], age: 3 });
    expect(refused.status).toBe(400);
    expect(
      refused.body.errors
        .map(({ source }: { source: { pointer: string } }) => source.pointer)
        .sort(),
    ).toEqual(['/age', '/email', '/roles/0']);
    expect((await call('GET', '/v1/users/not-an-id')).status).toBe(400);
    expect((await call('DELETE', '/v1/grants')).status).toBe(400);
  });
});

describe('ended sessions', () => {
  it('sign the user in again, and leave tokens as they are', async () => {
    const { app, tokens } = await authorizedApp(platform);
    const browser = new Browser();
    const page = await browser.open(app.authorizeUrl(['org.permission']), platform.oauthUrl);
    const consent = await browser.submit(page, { email: app.email, password: PASSWORD });
    expect(consent.html).toContain('Allow');
    const call = administrator(platform, app.apiKey);
    await call('POST', `/v1/users/${await userOf(platform, app)}/end-sessions`);
    const again = await browser.open(app.authorizeUrl(['org.permission']), platform.oauthUrl);
    expect(again.html).toContain('Sign in');
    const refresh = { grant_type: 'refresh_token', refresh_token: String(tokens.refresh_token) };
    expect((await app.token(refresh)).status).toBe(200);
  });
});
