import { join } from 'node:path';
import { Child } from '@app-platform/testing/processes/child';
import { freePort } from '@app-platform/testing/processes/free-ports';
import { RunningProcess } from '@app-platform/testing/processes/run-process';
import { serverUser } from '@app-platform/testing/servers/postgresql';
import { listens } from '@app-platform/testing/servers/redis';
import { until } from '@app-platform/testing/until';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { authorizedApp } from '../../platform/authorized-app.ts';
import { startPlatformProcesses } from '../../platform/platform-processes.ts';
import { type ScratchServer, startScratchServer } from '../postgresql/scratch-server.ts';
import { createPrivateAuthority, type PrivateAuthority } from './private-authority.ts';

const PATIENCE_MILLISECONDS = 60_000;
const services = ['registry', 'oauth'] as const;
let scratch: ScratchServer;
let files: PrivateAuthority;
let redisUrl: string;

beforeAll(async () => {
  scratch = await startScratchServer();
  const { server, folder } = scratch;
  files = await createPrivateAuthority(folder);
  for (const [name, value] of [
    ['ssl_cert_file', files.certificate],
    ['ssl_key_file', files.key],
    ['ssl', 'on'],
  ]) {
    await server.query('postgres', `ALTER SYSTEM SET ${name} = '${value}'`);
  }
  await server.query('postgres', 'SELECT pg_reload_conf()');
  for (const name of services) await server.query('postgres', `CREATE DATABASE ${name}`);
  redisUrl = await startRedis(folder);
});
afterAll(async () => {
  RunningProcess.endAll();
  await scratch?.close();
});

/** A Redis that speaks TLS alone. */
async function startRedis(folder: string): Promise<string> {
  const port = await freePort();
  await Child.start({
    name: 'redis',
    command: [
      ...['redis-server', '--port', '0', '--tls-port', String(port), '--bind', '127.0.0.1'],
      ...['--tls-cert-file', files.certificate, '--tls-key-file', files.key],
      ...['--tls-ca-cert-file', files.authority, '--tls-auth-clients', 'no', '--save', ''],
    ],
    logFile: join(folder, 'redis.log'),
    user: serverUser(),
  });
  await until('Redis listens', PATIENCE_MILLISECONDS, () => listens(port));
  return `rediss://localhost:${port}`;
}

/** As the README's Secrets have it. */
function urlOf(database: string): string {
  const { port } = new URL(scratch.server.urlOf(database));
  return `postgresql://postgres@localhost:${port}/${database}?sslmode=verify-full`;
}

const migrate = (service: string, variables: Record<string, string>) =>
  new RunningProcess([`services/${service}/src/migrate.ts`], {
    [`${service.toUpperCase()}_DATABASE_URL`]: urlOf(service),
    ...variables,
  }).finished();

it('PostgreSQL under an unknown authority is refused, with what to set', async () => {
  for (const service of services) {
    const { code, stdout } = await migrate(service, {});
    expect([code, JSON.parse(stdout).err.message]).toEqual([
      1,
      expect.stringMatching(
        /PostgreSQL at localhost:\d+ is of an unknown authority .* Set NODE_EXTRA_CA_CERTS/,
      ),
    ]);
  }
});

it('PostgreSQL and Redis under a private authority are used where NODE_EXTRA_CA_CERTS names it', async () => {
  const trusted = { NODE_EXTRA_CA_CERTS: files.authority };
  for (const service of services) expect((await migrate(service, trusted)).code).toBe(0);
  const platform = await startPlatformProcesses({
    ...trusted,
    REGISTRY_DATABASE_URL: urlOf('registry'),
    OAUTH_DATABASE_URL: urlOf('oauth'),
    REDIS_URL: redisUrl,
  });
  // A sign-in needs Redis, a registration PostgreSQL.
  const { tokens } = await authorizedApp(platform);
  expect(tokens).toHaveProperty('access_token');
  const unencrypted = await scratch.server.query(
    'postgres',
    `SELECT pid FROM pg_stat_ssl JOIN pg_stat_activity USING (pid)
     WHERE datname IN ('registry', 'oauth') AND NOT ssl`,
  );
  expect(unencrypted).toEqual([]);
  await platform.close();
});

it('Redis under an unknown authority is logged, with what to set', async () => {
  const registry = new RunningProcess(['services/registry/src/main.ts'], {
    NODE_EXTRA_CA_CERTS: '',
    REGISTRY_DATABASE_URL: scratch.server.urlOf('registry'),
    REGISTRY_PORT: '0',
    REGISTRY_INTERNAL_PORT: '0',
    REDIS_URL: redisUrl,
    SERVICE_TOKEN: 's'.repeat(32),
    OPERATOR_TOKEN: 'o'.repeat(32),
    WEBHOOKS_ENCRYPTION_KEY: 'w'.repeat(43),
  });
  await registry.says('The certificate of Redis is of an unknown authority');
  await registry.says('Set NODE_EXTRA_CA_CERTS');
  await registry.stop();
});
