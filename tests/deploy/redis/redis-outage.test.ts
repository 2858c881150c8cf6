import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { RedisStore } from '@app-platform/oauth/testing';
import { Browser } from '@app-platform/testing/http/browser';
import { freePort } from '@app-platform/testing/processes/free-ports';
import { RedisServer } from '@app-platform/testing/servers/redis';
import { until } from '@app-platform/testing/until';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { authorizedApp } from '../../platform/authorized-app.ts';
import { PASSWORD } from '../../platform/external-app.ts';
import { type Platform, startPlatform } from '../../platform/platform.ts';

const NOTICED_MILLISECONDS = 20_000;
const RECONNECTED_MILLISECONDS = 10_000;
let folder: string;
let redis: RedisServer;
let store: RedisStore;
let platform: Platform;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'app-platform-redis-'));
  redis = new RedisServer(folder, await freePort());
  await redis.start();
  store = await RedisStore.connect({ url: redis.url }, () => undefined);
  platform = await startPlatform({ ephemeral: store });
});
afterAll(async () => {
  await platform?.close();
  await store?.close();
  await redis?.stop();
  await rm(folder, { recursive: true, force: true });
});

async function degradedParts(): Promise<string[]> {
  const answer = await fetch(`${platform.oauthUrl}/status`);
  const { degraded } = (await answer.json()) as { degraded: { part: string }[] };
  return degraded.map(({ part }) => part);
}

it('without Redis tokens are issued and sign-ins wait; afterwards both work without a restart', async () => {
  const { app, tokens } = await authorizedApp(platform);
  const address = app.authorizeUrl(['org.permission.customer']);
  const signIn = () => new Browser().open(address, platform.oauthUrl);
  const begun = new Browser();
  const form = await begun.open(address, platform.oauthUrl);
  const refresh = (token: unknown) =>
    app.token({ grant_type: 'refresh_token', refresh_token: String(token) });

  await redis.stop();
  const refreshed = await refresh(tokens.refresh_token);
  expect(refreshed.status).toBe(200);
  const headers = { authorization: `Bearer ${refreshed.body.access_token}` };
  expect((await fetch(`${platform.baseUrl}/v1/me`, { headers })).status).toBe(200);
  expect((await fetch(`${platform.oauthInternalUrl}/readyz`)).status).toBe(200);
  const credentials = { email: app.email, password: PASSWORD };
  for (const refused of [await signIn(), await begun.submit(form, credentials)]) {
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '5']);
  }

  await until('/status names Redis', NOTICED_MILLISECONDS, async () => {
    return (await degradedParts()).includes('redis');
  });

  const { clientId: client_id, clientSecret: client_secret } = app;
  const body = new URLSearchParams({
    ...Object.fromEntries(new URL(address).searchParams),
    ...{ client_id, client_secret },
  });
  const pushed = await fetch(`${platform.oauthUrl}/oauth/par`, { method: 'POST', body });
  expect([pushed.status, await pushed.json()]).toEqual([
    503,
    expect.objectContaining({ error: 'temporarily_unavailable' }),
  ]);

  await redis.start();
  await until('sign-ins begin again', RECONNECTED_MILLISECONDS, async () => {
    return (await signIn()).status === 200;
  });
  await until('/status names nothing', NOTICED_MILLISECONDS, async () => {
    return (await degradedParts()).length === 0;
  });
  expect((await refresh(refreshed.body.refresh_token)).status).toBe(200);
});
