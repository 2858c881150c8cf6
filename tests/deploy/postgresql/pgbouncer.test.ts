import { RunningProcess } from '@app-platform/testing/processes/run-process';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { authorizedApp } from '../../platform/authorized-app.ts';
import {
  type PlatformProcesses,
  startPlatformProcesses,
} from '../../platform/platform-processes.ts';
import { type ScratchServer, startPgBouncer, startScratchServer } from './scratch-server.ts';

const services = ['registry', 'oauth'] as const;
let scratch: ScratchServer;
let platform: PlatformProcesses | undefined;

beforeAll(async () => {
  scratch = await startScratchServer();
  for (const name of services) await scratch.server.query('postgres', `CREATE DATABASE ${name}`);
});
afterAll(async () => {
  RunningProcess.endAll();
  await scratch?.close();
});

const migrate = (service: string, url: string) =>
  new RunningProcess([`services/${service}/src/migrate.ts`], {
    [`${service.toUpperCase()}_DATABASE_URL`]: url,
  }).finished();

describe('PgBouncer with its defaults, in session mode', () => {
  it('is migrated through, and served on', async () => {
    const { urlOf } = await startPgBouncer(scratch);
    for (const service of services) {
      const { code, stdout } = await migrate(service, urlOf(service));
      expect([code, JSON.parse(stdout).msg]).toEqual([0, 'migrated']);
    }
    platform = await startPlatformProcesses({
      REGISTRY_DATABASE_URL: urlOf('registry'),
      OAUTH_DATABASE_URL: urlOf('oauth'),
    });
    const { app, tokens } = await authorizedApp(platform);
    const own = await fetch(`${platform.baseUrl}/v1/apps/available/${app.name}`, {
      headers: { authorization: `Bearer ${tokens.access_token}` },
    });
    expect(own.status).toBe(200);
    await platform.close();
  });
});

describe.each(['transaction', 'statement'])('PgBouncer in %s mode', (mode) => {
  it('is refused by migrations and services, with what to change', async () => {
    const { urlOf } = await startPgBouncer(scratch, [`pool_mode = ${mode}`]);
    for (const service of services) {
      const { code, stdout } = await migrate(service, urlOf(service));
      expect([code, JSON.parse(stdout).err.message]).toEqual([
        1,
        expect.stringMatching(
          new RegExp(`pooler at 127\\.0\\.0\\.1:\\d+ shares .* pool_mode=session .* ${service} `),
        ),
      ]);
    }
    const url = urlOf('registry');
    const registry = new RunningProcess(['services/registry/src/main.ts'], {
      REGISTRY_DATABASE_URL: url,
      SERVICE_TOKEN: 's'.repeat(32),
      OPERATOR_TOKEN: 'o'.repeat(32),
      WEBHOOKS_ENCRYPTION_KEY: 'w'.repeat(43),
    });
    const { code, stdout } = await registry.finished();
    expect([code, stdout]).toEqual([1, expect.stringContaining('pool_mode=session')]);
  });
});
