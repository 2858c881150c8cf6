import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { type ExternalApp, newExternalApp } from '../platform/external-app.ts';
import { type Platform, startPlatform } from '../platform/platform.ts';

const LIMIT = 5;
let platform: Platform;
let app: ExternalApp;

beforeAll(async () => {
  platform = await startPlatform({ rates: { requests: LIMIT, refusals: 100 }, trustedProxies: 1 });
  app = await newExternalApp(platform);
});
afterAll(() => platform?.close());

it('attack: one API key that asks the OAuth service from many networks is limited as one', async () => {
  const statuses: number[] = [];
  for (let network = 0; network <= LIMIT; network += 1) {
    const answer = await fetch(`${platform.oauthUrl}/v1/users`, {
      headers: {
        authorization: `Bearer ${app.apiKey}`,
        'x-forwarded-for': `203.0.113.${network}`,
      },
    });
    statuses.push(answer.status);
    const text = await answer.text();
    if (answer.status === 429) expect(text).toContain('Too many requests with one credential');
  }
  expect(statuses).toEqual([...Array(LIMIT).fill(200), 429]);
});
