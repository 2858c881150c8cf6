import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { type Platform, startPlatform } from '../platform/platform.ts';

let platform: Platform;

beforeAll(async () => {
  platform = await startPlatform();
});
afterAll(() => platform?.close());

it.each([
  ['registry', '/v1/me', 'unauthorized'],
  ['registry', '/v1/nothing', 'not_found'],
  ['oauth', '/v1/users', 'unauthorized'],
] as const)(
  'links.about of %s at %s leads to the entry of its code',
  async (service, path, code) => {
    const base = service === 'registry' ? platform.baseUrl : platform.oauthUrl;
    const refused = (await (await fetch(base + path)).json()) as {
      errors: { code: string; links: { about: string } }[];
    };
    expect(refused.errors).toEqual([
      expect.objectContaining({ code, links: { about: `${base}/docs/errors#${code}` } }),
    ]);
    const page = await fetch(refused.errors[0]?.links.about ?? '');
    expect(page.status).toBe(200);
    expect(page.headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(await page.text()).toContain(`id="${code}"`);
  },
);

it('the OAuth service has no pages of definitions', async () => {
  for (const path of ['/docs/lint', '/docs/components/klasses', '/docs/nothing']) {
    expect((await fetch(platform.oauthUrl + path)).status).toBe(404);
  }
  const refused = await fetch(`${platform.oauthUrl}/docs`, { method: 'POST' });
  expect([refused.status, refused.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
});
