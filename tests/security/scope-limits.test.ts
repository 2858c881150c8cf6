import { FORM, HostileBrowser } from '@app-platform/testing/http/hostile-browser';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  authorize,
  authorizeAddress,
  codeGrant,
  postToken,
  refreshGrant,
} from '../platform/authorization-request.ts';
import { authorizedApp } from '../platform/authorized-app.ts';
import type { ExternalApp } from '../platform/external-app.ts';
import type { Platform } from '../platform/platform.ts';
import { platformWithApp } from '../platform/platform-with-app.ts';

let platform: Platform;
let app: ExternalApp;

beforeAll(async () => {
  ({ platform, app } = await platformWithApp({}, { userRoles: ['org'] }));
});
afterAll(() => platform.close());

/** Different roles, of exactly as many characters together. */
function rolesOfLength(count: number, characters: number): string[] {
  const short = Array.from({ length: count }, (_, index) => `org.r${index}`);
  let missing = characters - short.join(' ').length;
  return short.map((role) => {
    const words: string[] = [];
    while (missing > 1 && words.length < 6) {
      const length = Math.min(missing - 1, 64);
      words.push('a'.repeat(length));
      missing -= length + 1;
    }
    return [role, ...words].join('.');
  });
}

const tooMany = rolesOfLength(41, 700).join(' ');
const tooLong = rolesOfLength(39, 1_601).join(' ');

describe('too large a scope', () => {
  it.each([
    ['41 scopes', tooMany],
    ['1,601 characters', tooLong],
    ['one scope repeated', Array(200).fill('org.permission').join(' ')],
  ])(
    'invalid_scope: %s, at authorize, where requests are pushed, and at refresh',
    async (_name, scope) => {
      const answer = await new HostileBrowser().send(authorizeAddress(platform, app, { scope }));
      expect(answer.location ?? answer.text).toContain('invalid_scope');
      const { clientId: client_id, clientSecret: client_secret, redirectUri: redirect_uri } = app;
      const fields = { client_id, client_secret, redirect_uri, response_type: 'code', scope };
      const pushed = await new HostileBrowser().send(`${platform.oauthUrl}/oauth/par`, {
        method: 'POST',
        headers: FORM,
        body: new URLSearchParams(fields).toString(),
      });
      expect([pushed.status, JSON.parse(pushed.text)]).toEqual([
        400,
        expect.objectContaining({
          error: 'invalid_scope',
          error_description: 'at most 40 scopes, and 1,600 characters of scope',
        }),
      ]);
      const { app: own, tokens } = await authorizedApp(platform);
      const refresh = refreshGrant(own, tokens.refresh_token);
      const refused = await postToken(platform, { ...refresh, scope });
      expect([refused.status, refused.body.error]).toEqual([400, 'invalid_scope']);
      expect((await postToken(platform, refresh)).status).toBe(200);
    },
  );
});

describe('the largest scope', () => {
  it('gives a token that the registry accepts', async () => {
    const scope = [...rolesOfLength(39, 1_600 - 15), 'offline_access'].join(' ');
    expect(scope).toHaveLength(1_600);
    const { body } = await postToken(
      platform,
      codeGrant(app, (await authorize(platform, app, { scope })).get('code')),
    );
    expect(body.scope).toHaveLength(1_600);
    for (const sent of [{}, { unknown: 'x' }]) {
      const refreshed = await postToken(platform, {
        ...refreshGrant(app, body.refresh_token),
        ...sent,
      });
      for (const token of [body.access_token, refreshed.body.access_token]) {
        const headers = { authorization: `Bearer ${token}` };
        const answer = await fetch(`${platform.baseUrl}/v1/me`, { headers });
        expect(answer.status).toBe(200);
      }
    }
  });

  it.each([
    ['on the fast path', {}],
    ['by oidc-provider', { unknown: 'x' }],
  ])('is all that a grant from before the limit gets, %s', async (_name, sent) => {
    const scope = 'org.permission offline_access';
    const { body } = await postToken(
      platform,
      codeGrant(app, (await authorize(platform, app, { scope })).get('code')),
    );
    const before = rolesOfLength(60, 4_000).join(' ');
    await platform.execute(
      `UPDATE provider_record SET payload = CASE kind
         WHEN 'Grant' THEN jsonb_set(payload, '{resources,${platform.baseUrl}}', '"${before} offline_access"')
         ELSE jsonb_set(payload, '{scope}', '"${before} offline_access"') END
       WHERE client_id = '${app.clientId}' AND kind IN ('Grant', 'RefreshToken')`,
      'oauth',
    );
    const refreshed = await postToken(platform, {
      ...refreshGrant(app, body.refresh_token),
      ...sent,
    });
    expect([refreshed.status, refreshed.body.error]).toEqual([200, undefined]);
    expect(String(refreshed.body.scope).length).toBeLessThanOrEqual(1_600);
    expect(before.startsWith(String(refreshed.body.scope))).toBe(true);
    const headers = { authorization: `Bearer ${refreshed.body.access_token}` };
    expect((await fetch(`${platform.baseUrl}/v1/me`, { headers })).status).toBe(200);
  });
});
