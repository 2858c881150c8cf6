import { type ApiAnswer, administrator } from '@app-platform/testing/http/api-caller';
import { HostileBrowser } from '@app-platform/testing/http/hostile-browser';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { authorizeAddress } from '../platform/authorization-request.ts';
import type { ExternalApp } from '../platform/external-app.ts';
import type { Platform } from '../platform/platform.ts';
import { platformWithApp } from '../platform/platform-with-app.ts';

const COMPOSED = 'W\u00f6rter mit L\u00fccken';
const DECOMPOSED = COMPOSED.normalize('NFD');
/** As releases before 0131 made it, of the password as it was typed. */
const HASH_OF_DECOMPOSED =
  '$argon2id$v=19$m=19456,t=2,p=1$6+cVjRbhzMey6yrfubpOrA$Vn6zM5/Y1ifHdbCEyXSbqkRgxS62ZIDXqAy/ya4HVHg';
let platform: Platform;
let app: ExternalApp;

beforeAll(async () => {
  ({ platform, app } = await platformWithApp());
});
afterAll(() => platform.close());

const create = (email: string, password = COMPOSED): Promise<ApiAnswer> =>
  administrator(platform, app.apiKey)('POST', '/v1/users', {
    ...{ email, password, roles: ['org.permission'] },
  });

async function isSignedIn(email: string, password: string): Promise<boolean> {
  const browser = new HostileBrowser();
  const page = await browser.open(authorizeAddress(platform, app));
  const next = await browser.submit(page, { email, password });
  return next.text.includes('value="allow"');
}

describe('an address', () => {
  it.each([
    ['x1@b\u00fccher.example', 'x1@xn--bcher-kva.example', 'X1@B\u00dcCHER.example'],
    ['x2@xn--bcher-kva.example', 'x2@b\u00fccher.example', 'x2@bu\u0308cher.example'],
    ['zo\u00eb@acme.example', 'zoe\u0308@acme.example', 'ZO\u00cb@ACME.example'],
    ['ada@acme.example', 'a\u200bda@acme.example', '\u202eada@acme.example\u202c'],
  ])('is one in every form in which it is typed: %j', async (created, ...typed) => {
    expect(await create(created)).toMatchObject({ status: 201 });
    for (const form of [created, ...typed]) expect(await isSignedIn(form, COMPOSED)).toBe(true);
    for (const form of typed.filter((one) => !/[\u200b\u202e]/.test(one))) {
      expect(await create(form)).toMatchObject({ status: 409 });
    }
    const call = administrator(platform, app.apiKey);
    const path = `/v1/users?query=${encodeURIComponent(created)}`;
    expect((await call('GET', path)).body.data).toHaveLength(1);
  });

  it.each(['a\u00adda@acme.example', 'ada@ac\u200bme.example', '\u202eada@acme.example'])(
    'has no invisible character: %j',
    async (email) => {
      const { status, body } = await create(email);
      expect(status).toBe(400);
      expect(body.errors).toMatchObject([{ code: 'invalid_body', source: { pointer: '/email' } }]);
      expect(body.errors[0].detail).toMatch(/^'email' contains the invisible character U\+/);
    },
  );

  it('has a domain', async () => {
    const { body } = await create('ada@acme.example/path');
    expect(body.errors).toMatchObject([{ code: 'invalid_body', source: { pointer: '/email' } }]);
  });
});

describe('a password', () => {
  it.each([
    ['composed', COMPOSED],
    ['decomposed', DECOMPOSED],
  ])('that was set %s is right composed, decomposed and with other spaces', async (name, set) => {
    const email = `${name}@acme.example`;
    expect(await create(email, set)).toMatchObject({ status: 201 });
    for (const typed of [COMPOSED, DECOMPOSED, COMPOSED.replaceAll(' ', '\u00a0')]) {
      expect(await isSignedIn(email, typed)).toBe(true);
    }
    expect(await isSignedIn(email, COMPOSED.toUpperCase())).toBe(false);
  });

  it('whose hash is of an earlier release signs in as it was typed, then in every form', async () => {
    const email = 'earlier@acme.example';
    expect(await create(email)).toMatchObject({ status: 201 });
    await platform.setPasswordHash(email, HASH_OF_DECOMPOSED);
    expect(await isSignedIn(email, COMPOSED)).toBe(false);
    expect(await isSignedIn(email, DECOMPOSED)).toBe(true);
    expect(await isSignedIn(email, COMPOSED)).toBe(true);
    expect(await isSignedIn(email, DECOMPOSED)).toBe(true);
  });
});
