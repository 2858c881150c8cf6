import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { tokens } from '@app-platform/testing/credentials';
import {
  createTestDatabase,
  type TestDatabase,
} from '@app-platform/testing/databases/test-database';
import { freePort } from '@app-platform/testing/processes/free-ports';
import { RunningProcess } from '@app-platform/testing/processes/run-process';
import { afterAll, describe, expect, it } from '@jest/globals';

const MAIN = 'services/registry/src/main.ts';
const required = {
  SERVICE_TOKEN: tokens.serviceToken,
  OPERATOR_TOKEN: tokens.operatorToken,
  WEBHOOKS_ENCRYPTION_KEY: 'w'.repeat(43),
};
const databases: TestDatabase[] = [];

afterAll(async () => {
  RunningProcess.endAll();
  await Promise.all(databases.map((database) => database.remove()));
});

async function migratedDatabase(): Promise<string> {
  const database = await createTestDatabase('registry');
  databases.push(database);
  return database.url;
}

/** The one log line of a registry that does not start, whatever its `LOG_LEVEL`. */
async function refusalOf(environment: Record<string, string>) {
  const { code, stdout, stderr } = await new RunningProcess([MAIN], {
    LOG_LEVEL: 'silent',
    ...environment,
  }).finished();
  expect([code, stderr, stdout.trim().split('\n').length]).toEqual([1, '', 1]);
  const told = JSON.parse(stdout);
  expect(told).toMatchObject({ level: 60, service: 'registry', msg: 'ended by an error' });
  return told;
}

describe('the registry process', () => {
  it('tells every fault of its configuration at once, and no value', async () => {
    const told = await refusalOf({
      REGISTRY_PORT: 'http',
      REGISTRY_DATABASE_URL: 'mysql://user:hunter2@host/db',
      SERVICE_TOKEN: 'short',
      PUBLIC_APPS: 'everybody',
    });
    for (const name of [
      'PUBLIC_APPS',
      'REGISTRY_PORT',
      'REGISTRY_DATABASE_URL',
      'SERVICE_TOKEN',
      'OPERATOR_TOKEN',
      'WEBHOOKS_ENCRYPTION_KEY',
    ]) {
      expect(told.err.message).toContain(name);
    }
    expect(JSON.stringify(told)).not.toContain('hunter2');
  });

  it('tells no password of a database whose address it cannot read', async () => {
    for (const address of ['user:hunter2@[database/registry', 'user:hunter2@database:99999/x']) {
      const REGISTRY_DATABASE_URL = `postgresql://${address}`;
      const told = await refusalOf({ ...required, REGISTRY_DATABASE_URL });
      expect(told.err.message).toContain('REGISTRY_DATABASE_URL must match format "url"');
      expect(JSON.stringify(told)).not.toContain('hunter2');
    }
  });

  it('tells which PostgreSQL it cannot connect to, and no password', async () => {
    const REGISTRY_DATABASE_URL = 'postgresql://user:hunter2@127.0.0.1:1/registry';
    const told = await refusalOf({ ...required, REGISTRY_DATABASE_URL });
    expect(told.err.message).toMatch(/^Cannot connect to PostgreSQL at 127\.0\.0\.1:1: \S/);
    expect(JSON.stringify(told)).not.toContain('hunter2');
  });

  it('refuses the embedded database and equal tokens in production', async () => {
    const { err } = await refusalOf({
      NODE_ENV: 'production',
      REGISTRY_DATABASE_URL: 'pglite:/nowhere',
      SERVICE_TOKEN: tokens.serviceToken,
      OPERATOR_TOKEN: tokens.serviceToken,
      WEBHOOKS_ENCRYPTION_KEY: required.WEBHOOKS_ENCRYPTION_KEY,
      WEBHOOKS_ALLOW_LOOPBACK: 'true',
    });
    expect(err.message).toContain('WEBHOOKS_ALLOW_LOOPBACK must be false in production');
    expect(err.message).toContain('PostgreSQL');
    expect(err.message).toContain('must differ');
  });

  it('tells which port is taken', async () => {
    const taken = createServer().listen(0, '127.0.0.1').unref();
    await once(taken, 'listening');
    const { port } = taken.address() as AddressInfo;
    const { err } = await refusalOf({
      ...required,
      REGISTRY_PORT: String(port),
      REGISTRY_INTERNAL_PORT: String(await freePort()),
      REGISTRY_DATABASE_URL: await migratedDatabase(),
    });
    taken.close();
    expect(err).toMatchObject({ code: 'EADDRINUSE', port });
  });

  it('with PUBLIC_APPS=verified refuses a public app of an organization that is not verified', async () => {
    const [port, internalPort] = [await freePort(), await freePort()];
    const registry = new RunningProcess([MAIN], {
      ...required,
      PUBLIC_APPS: 'verified',
      REGISTRY_PORT: String(port),
      REGISTRY_INTERNAL_PORT: String(internalPort),
      REGISTRY_DATABASE_URL: await migratedDatabase(),
    });
    await registry.says('"ready"');
    const post = async (url: string, credential: string, body: object) => {
      const headers = {
        authorization: `Bearer ${credential}`,
        'content-type': 'application/json',
      };
      const answer = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) });
      // biome-ignore lint/suspicious/noExplicitAny: each answer has its own fields
      return (await answer.json()) as any;
    };
    const organizations = `http://127.0.0.1:${internalPort}/internal/organizations`;
    const { id } = await post(organizations, tokens.operatorToken, { name: 'Acme' });
    const keys = `${organizations}/${id}/api-keys`;
    const { key } = await post(keys, tokens.operatorToken, { roles: ['org.admin.apps'] });
    const definition = { app: 'unverified', version: '0.0.1', title: 'Unverified' };
    const apps = `http://127.0.0.1:${port}/v1/apps/available`;
    const { errors } = await post(apps, key, definition);
    expect(errors).toMatchObject([{ status: 403, code: 'publisher_not_verified' }]);
    await registry.stop();
  });

  it('finishes a running request when it is told to stop, and exits with 0', async () => {
    const [port, internalPort] = [await freePort(), await freePort()];
    const registry = new RunningProcess([MAIN], {
      ...required,
      DRAIN_MILLISECONDS: '3000',
      REGISTRY_PORT: String(port),
      REGISTRY_INTERNAL_PORT: String(internalPort),
      REGISTRY_DATABASE_URL: await migratedDatabase(),
    });
    await registry.says('"ready"');
    const answers = Array.from({ length: 20 }, () => fetch(`http://127.0.0.1:${port}/v1/me`));
    await answers[0];
    registry.child.kill('SIGTERM');
    const statuses = await Promise.all(answers.map(async (answer) => (await answer).status));
    expect(statuses).toEqual(statuses.map(() => 401));
    // A load balancer that asks now sends it nothing more.
    const ready = await fetch(`http://127.0.0.1:${internalPort}/readyz`);
    expect(ready.status).toBe(503);
    const { code, stdout } = await registry.finished();
    expect(code).toBe(0);
    const lines = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(lines.at(-1)).toMatchObject({ service: 'registry', msg: 'stopped' });
  });

  it('ends with 0 when it is told to stop before it is ready', async () => {
    // As a database that is slow to answer.
    const silent = createServer().listen(0, '127.0.0.1').unref();
    await once(silent, 'listening');
    const { port } = silent.address() as AddressInfo;
    const registry = new RunningProcess([MAIN], {
      ...required,
      NODE_ENV: 'production',
      REGISTRY_DATABASE_URL: `postgresql://user@127.0.0.1:${port}/registry`,
    });
    const [socket] = await once(silent, 'connection');
    const { code, stdout } = await registry.stop();
    socket.destroy();
    silent.close();
    expect([code, stdout]).toEqual([0, '']);
  });

  it('is ready before it asks Redis for anything, and ends in the middle of that', async () => {
    const [port, internalPort] = [await freePort(), await freePort()];
    const redis = createServer().listen(0, '127.0.0.1').unref();
    await once(redis, 'listening');
    const asked = once(redis, 'connection').then(([socket]) => ({ socket, at: Date.now() }));
    const registry = new RunningProcess([MAIN], {
      ...required,
      REGISTRY_PORT: String(port),
      REGISTRY_INTERNAL_PORT: String(internalPort),
      REGISTRY_DATABASE_URL: await migratedDatabase(),
      REDIS_URL: `redis://127.0.0.1:${(redis.address() as AddressInfo).port}`,
    });
    const { socket, at } = await asked;
    await registry.says('"ready"');
    const lines = registry.stdout.split('\n');
    const ready = JSON.parse(lines.find((line) => line.includes('"ready"')) ?? '{}');
    expect(Date.parse(ready.time)).toBeLessThan(at);
    const answer = await fetch(`http://127.0.0.1:${internalPort}/readyz`);
    expect(answer.status).toBe(200);
    expect((await registry.stop()).code).toBe(0);
    socket.destroy();
    redis.close();
  });
});
