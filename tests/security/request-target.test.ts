import { request } from 'node:http';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { newExternalApp } from '../flow/external-app.ts';
import { type Platform, startPlatform } from '../flow/platform.ts';

let platform: Platform;
beforeAll(async () => {
  platform = await startPlatform();
});
afterAll(() => platform.close());

/** Sends a request line as it is written here. */
function statusOf(serviceUrl: string, path: string, authorization = ''): Promise<number> {
  const { hostname: host, port } = new URL(serviceUrl);
  return new Promise((resolve, reject) => {
    const sent = request({ host, port, path, headers: { authorization }, agent: false });
    sent.on('response', (response) => resolve(response.resume().statusCode ?? 0));
    sent.on('error', reject).end();
  });
}

it.each(['', 'http://a.example', 'http://a:99999', 'http://['])(
  'both services serve a request line that begins with "%s"',
  async (begin) => {
    const { apiKey } = await newExternalApp(platform);
    const { baseUrl, oauthUrl } = platform;
    expect(await statusOf(baseUrl, `${begin}/v1/me`, `Bearer ${apiKey}`)).toBe(200);
    const metadata = `${begin}/.well-known/oauth-authorization-server`;
    expect(await statusOf(oauthUrl, metadata)).toBe(200);
  },
);
