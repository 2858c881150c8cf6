import { setTimeout as wait } from 'node:timers/promises';
import { RunningProcess } from '@app-platform/testing/processes/run-process';
import { until } from '@app-platform/testing/until';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { authorizedApp } from '../../platform/authorized-app.ts';
import {
  type PlatformProcesses,
  startPlatformProcesses,
} from '../../platform/platform-processes.ts';
import { migrationsOf, type ScratchServer, startScratchServer } from './scratch-server.ts';

/** Two probes of a pod, as the manifests have them, and a machine under load. */
const NOTICED_MILLISECONDS = 10_000;
const services = ['registry', 'oauth'] as const;
let scratch: ScratchServer;
let platform: PlatformProcesses;

beforeAll(async () => {
  scratch = await startScratchServer();
  for (const name of services) await scratch.server.createDatabase(name, migrationsOf(name));
  platform = await startPlatformProcesses({
    REGISTRY_DATABASE_URL: scratch.server.urlOf('registry'),
    OAUTH_DATABASE_URL: scratch.server.urlOf('oauth'),
  });
});
afterAll(async () => {
  RunningProcess.endAll();
  await scratch?.close();
});

/** What every session sees from now on, those that are open included, as after a fail-over. */
async function setReadOnly(isReadOnly: boolean): Promise<void> {
  const value = isReadOnly ? 'on' : 'off';
  await scratch.server.query(
    'postgres',
    `ALTER SYSTEM SET default_transaction_read_only = ${value}`,
  );
  await scratch.server.query('postgres', 'SELECT pg_reload_conf()');
}

const readiness = () =>
  Promise.all(
    [platform.registryInternalUrl, platform.oauthInternalUrl].map(
      async (url) => (await fetch(`${url}/readyz`)).status,
    ),
  );

async function connections(): Promise<number[]> {
  const rows = await scratch.server.query(
    'postgres',
    "SELECT pid FROM pg_stat_activity WHERE datname IN ('registry', 'oauth')",
  );
  return rows.map(({ pid }) => Number(pid));
}

it('a server that becomes read-only is an outage, and afterwards works again without a restart', async () => {
  const { app, tokens } = await authorizedApp(platform);
  const register = (version: string) =>
    fetch(`${platform.baseUrl}/v1/apps/available`, {
      method: 'POST',
      headers: { authorization: `Bearer ${app.apiKey}`, 'content-type': 'application/json' },
      body: JSON.stringify({ app: 'later', title: 'Later', visibility: 'private', version }),
    });
  const refresh = (token: unknown) =>
    fetch(`${platform.oauthUrl}/oauth/token`, {
      method: 'POST',
      body: new URLSearchParams({
        grant_type: 'refresh_token',
        refresh_token: String(token),
        client_id: app.clientId,
        client_secret: app.clientSecret,
      }),
    });
  expect((await register('1.0.0')).status).toBe(201);
  expect(await readiness()).toEqual([200, 200]);
  // Many connections, most of which then rest: an answer of one may be older than a revocation.
  const unknown = { authorization: 'Bearer nobody' };
  const reads = Array.from({ length: 8 }, () => [
    fetch(`${platform.baseUrl}/v1/me`, { headers: unknown }),
    refresh('unknown'),
  ]);
  await Promise.all(reads.flat());
  const before = await connections();
  expect(before.length).toBeGreaterThan(4);

  await setReadOnly(true);
  const refusals = await Promise.all([register('1.0.1'), refresh(tokens.refresh_token)]);
  expect(refusals.map(({ status, headers }) => [status, headers.get('retry-after')])).toEqual([
    [503, '5'],
    [503, '5'],
  ]);
  await until('both services are not ready', NOTICED_MILLISECONDS, async () =>
    (await readiness()).every((status) => status === 503),
  );
  await until('the connections were discarded', NOTICED_MILLISECONDS, async () => {
    const now = await connections();
    return before.every((pid) => !now.includes(pid));
  });

  await setReadOnly(false);
  await until('both services are ready', NOTICED_MILLISECONDS, async () => {
    await wait(100);
    return (await readiness()).every((status) => status === 200);
  });
  expect((await register('1.0.1')).status).toBe(201);
  expect((await refresh(tokens.refresh_token)).status).toBe(200);
  await platform.close();
});
