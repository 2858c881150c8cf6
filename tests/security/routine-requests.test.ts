import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type Platform, startPlatform } from '../platform/platform.ts';

const ROUTINE = [
  '/status',
  '/livez',
  '/readyz',
  '/metrics',
  '/internal/revocations',
  '/oauth/jwks',
];
let platform: Platform;

beforeAll(async () => {
  platform = await startPlatform();
});
afterAll(() => platform.close());

type Line = { msg: string; path?: string; status?: number };
const requests = () =>
  platform.logLines
    .map((line): Line => JSON.parse(line))
    .filter(({ msg }) => msg.startsWith('request'));

/** Resolves when a request has left its line, and with it every request before. */
async function untilLogged(path: string): Promise<Line> {
  for (;;) {
    const line = requests().find((one) => one.path === path);
    if (line) return line;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

describe('routine requests do not bury others in the log', () => {
  it('probes and scrapes of both services, and polls of the registry, leave no line at info', async () => {
    for (const address of [platform.baseUrl, platform.oauthUrl]) {
      expect((await fetch(`${address}/status`)).status).toBe(200);
    }
    for (const address of [platform.registryInternalUrl, platform.oauthInternalUrl]) {
      for (const path of ['/livez', '/readyz', '/metrics']) {
        const response = await fetch(address + path);
        expect(response.status).toBe(200);
        await response.arrayBuffer();
      }
      if (address === platform.oauthInternalUrl) await fetch(`${address}/oauth/jwks`);
      await fetch(`${address}/internal/after-${new URL(address).port}`);
    }
    for (const address of [platform.registryInternalUrl, platform.oauthInternalUrl]) {
      await untilLogged(`/internal/after-${new URL(address).port}`);
    }
    expect(requests().filter(({ path }) => ROUTINE.includes(path ?? ''))).toEqual([]);
  });

  it('refused ones leave a line', async () => {
    expect((await fetch(`${platform.oauthInternalUrl}/internal/revocations`)).status).toBe(401);
    expect(await untilLogged('/internal/revocations')).toMatchObject({ status: 401 });
  });
});
