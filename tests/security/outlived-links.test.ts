import { administrator } from '@app-platform/testing/http/api-caller';
import { FORM, HostileBrowser } from '@app-platform/testing/http/hostile-browser';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { newExternalApp, PASSWORD, userOf } from '../platform/external-app.ts';
import { consoleClient, consoleToken } from '../platform/first-party-sign-in.ts';
import { type Platform, startPlatform } from '../platform/platform.ts';

const TAKEN = 'the password of a thief';
let platform: Platform;
beforeAll(async () => {
  platform = await startPlatform({ firstPartyRedirectUris: consoleClient });
});
afterAll(() => platform.close());

/** An organization whose administrator has made a link for a user with few roles. */
async function linkFor(kind: 'a reset link' | 'an invitation') {
  const app = await newExternalApp(platform, { userRoles: ['org'] });
  const call = administrator(platform, app.apiKey);
  const email = `${crypto.randomUUID()}@example.com`;
  const isInvited = kind === 'an invitation';
  const newUser = { email, roles: [], ...(!isInvited && { password: PASSWORD }) };
  const created = await call('POST', '/v1/users', newUser);
  const { id } = created.body.data;
  const url: string = isInvited
    ? created.body.meta.passwordLink.url
    : (await call('POST', `/v1/users/${id}/reset-link`)).body.data.url;
  return { app, call, email, one: `/v1/users/${id}`, url };
}

/** @returns the statuses of the page and of the form */
async function use(url: string): Promise<[number, number]> {
  const browser = new HostileBrowser();
  const { status } = await browser.send(url);
  const token = new URL(url).searchParams.get('token') ?? '';
  const body = new URLSearchParams({ token, password: TAKEN }).toString();
  const address = `${platform.oauthUrl}/account/password-link`;
  const posted = await browser.send(address, { method: 'POST', headers: FORM, body });
  return [status, posted.status];
}

async function signsIn(email: string, password: string): Promise<boolean> {
  const browser = new HostileBrowser();
  const page = await browser.open(`${platform.oauthUrl}/account`);
  return (await browser.submit(page, { email, password })).status === 200;
}

describe.each(['a reset link', 'an invitation'] as const)(
  'attack: keeping %s until its user can do more',
  (kind) => {
    it('is possible while the user stays the same', async () => {
      const { url, email } = await linkFor(kind);
      expect(await use(url)).toEqual([200, 200]);
      expect(await signsIn(email, TAKEN)).toBe(true);
    });

    it.each([
      ['is promoted', [['PATCH', '', { roles: ['org.admin'] }]]],
      [
        'is disabled and enabled',
        [
          ['POST', '/disable'],
          ['POST', '/enable'],
        ],
      ],
      [
        'is promoted and demoted',
        [
          ['PATCH', '', { roles: ['org.admin'] }],
          ['PATCH', '', { roles: [] }],
        ],
      ],
      ['gets a password', [['PATCH', '', { password: PASSWORD }]]],
    ] as [string, [string, string, object?][]][])(
      'ends when the user %s',
      async (_what, changes) => {
        const { url, email, call, one } = await linkFor(kind);
        for (const [method, path, body] of changes) {
          expect((await call(method, `${one}${path}`, body)).status).toBe(200);
        }
        expect(await use(url)).toEqual([400, 400]);
        expect(await signsIn(email, TAKEN)).toBe(false);
      },
    );
  },
);

it('attack: a link that is made for a disabled user ends when the user is enabled', async () => {
  const { call, email, one } = await linkFor('a reset link');
  expect((await call('POST', `${one}/disable`)).status).toBe(200);
  const { url } = (await call('POST', `${one}/reset-link`)).body.data;
  expect((await call('POST', `${one}/enable`)).status).toBe(200);
  expect(await use(url)).toEqual([400, 400]);
  expect(await signsIn(email, TAKEN)).toBe(false);
});

describe('attack: an administrator keeps a link until they may no longer make one', () => {
  it.each([
    ['is disabled', ['POST', '/disable']],
    ['loses the role for users', ['PATCH', '', { roles: ['org.permission'] }]],
    ['is deleted', ['DELETE', '']],
  ] as [string, [string, string, object?]][])(
    'the link ends when its maker %s',
    async (_what, [method, path, body]) => {
      const app = await newExternalApp(platform, { userRoles: ['org'] });
      const call = administrator(platform, app.apiKey);
      const maker = administrator(platform, await consoleToken(platform, app, 'org.admin'));
      const stays = { email: `${crypto.randomUUID()}@example.com`, roles: ['org.admin'] };
      await call('POST', '/v1/users', { ...stays, password: PASSWORD });
      const victim = { email: `${crypto.randomUUID()}@example.com`, roles: ['org.admin'] };
      const created = await maker('POST', '/v1/users', { ...victim, password: PASSWORD });
      const link = await maker('POST', `/v1/users/${created.body.data.id}/reset-link`);
      expect(link.status).toBe(201);
      const makerId = await userOf(platform, app);
      const changed = await call(method, `/v1/users/${makerId}${path}`, body);
      expect(changed.status).toBeLessThan(300);
      expect(await use(link.body.data.url)).toEqual([400, 400]);
      expect(await signsIn(victim.email, TAKEN)).toBe(false);
    },
  );
});
