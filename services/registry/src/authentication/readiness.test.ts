import { EventEmitter, once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createLogger, openTelemetry } from '@app-platform/runtime';
import { tokens } from '@app-platform/testing/credentials';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import request from 'supertest';
import { type RunningRegistry, startRegistry } from '../../testing/start-registry.ts';
import { webhookSettings } from '../../testing/webhook-settings.ts';
import { createRegistry, type Registry } from '../server.ts';

let running: RunningRegistry;
const replicas: Registry[] = [];

beforeAll(async () => {
  running = await startRegistry();
});
afterAll(async () => {
  await Promise.all(replicas.map((one) => one.stop()));
  await running.close();
});

async function replica(internalUrl: string, database = running.database): Promise<Registry> {
  const registry = createRegistry({
    database,
    clock: () => new Date(),
    logger: createLogger('registry', 'silent'),
    telemetry: await openTelemetry('registry'),
    tokens,
    webhooks: webhookSettings(),
    oauth: {
      issuer: 'https://oauth.example.com',
      audience: 'https://api.example.com',
      internalUrl,
    },
  });
  replicas.push(registry);
  return registry;
}

/** Tells when it has been asked whether it answers, and did. */
function watchedDatabase() {
  const pings = new EventEmitter();
  const ping = async () => {
    await running.database.ping();
    pings.emit('pinged');
  };
  return { ...running.database, ping, pings };
}

const readiness = async ({ internalApp }: Registry) =>
  (await request(internalApp).get('/readyz')).status;

it('200 only after revocations were read: until then access tokens are refused', async () => {
  const oauth = createServer().listen(0, '127.0.0.1').unref();
  await once(oauth, 'listening');
  const asked = once(oauth, 'request');
  const database = watchedDatabase();
  const { port } = oauth.address() as AddressInfo;
  const registry = await replica(`http://127.0.0.1:${port}`, database);
  expect(await readiness(registry)).toBe(503);
  const started = registry.start();
  const [, response] = (await asked) as [unknown, ServerResponse];
  let isTold = false;
  const pinged = once(database.pings, 'pinged');
  const status = readiness(registry).then((one) => [one, isTold]);
  await pinged;
  // If that were all, it would be answered before whoever asks something now.
  await request(registry.internalApp).get('/livez').expect(200);
  isTold = true;
  response.setHeader('Content-Type', 'application/json').end('{"revocations":[]}');
  await started;
  expect(await status).toEqual([200, true]);
  oauth.close();
  oauth.closeAllConnections();
});

it('200 only after the first run for partitions: a month may have none until then', async () => {
  const released = Promise.withResolvers<void>();
  const database = watchedDatabase();
  const registry = await replica('http://127.0.0.1:1', {
    ...database,
    partitions: (options) => {
      const upkeep = database.partitions(options);
      const run = upkeep.run.bind(upkeep);
      upkeep.run = () => released.promise.then(run);
      return upkeep;
    },
  });
  await registry.start();
  let hasRun = false;
  const pinged = once(database.pings, 'pinged');
  const status = readiness(registry).then((one) => [one, hasRun]);
  await pinged;
  await request(registry.internalApp).get('/livez').expect(200);
  hasRun = true;
  released.resolve();
  expect(await status).toEqual([200, true]);
});

it('200 without an OAuth service: API keys need none', async () => {
  const registry = await replica('http://127.0.0.1:1');
  await registry.start();
  expect(await readiness(registry)).toBe(200);
});
