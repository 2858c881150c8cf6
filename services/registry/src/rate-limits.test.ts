import { createLogger, openTelemetry } from '@app-platform/runtime';
import { tokens } from '@app-platform/testing/credentials';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import request from 'supertest';
import {
  type Caller,
  type RunningRegistry,
  startRegistry,
  uniqueName,
} from '../testing/start-registry.ts';
import { webhookSettings } from '../testing/webhook-settings.ts';
import { createRegistry, type Registry } from './server.ts';

let registry: RunningRegistry;
let limited: Registry;
let caller: Caller;

beforeAll(async () => {
  registry = await startRegistry();
  caller = await registry.newCaller();
  limited = createRegistry({
    database: registry.database,
    clock: () => new Date(),
    logger: createLogger('registry', 'silent'),
    telemetry: await openTelemetry('registry'),
    tokens,
    webhooks: webhookSettings(),
    rates: { requests: 20, registrations: 2, streams: 2, secrets: 1, assistants: 2 },
  });
});
afterAll(() => registry.close());

function send(method: 'get' | 'post', path: string, body?: object) {
  return request(limited.publicApp)
    [method](path)
    .auth(caller.apiKey, { type: 'bearer' })
    .send(body);
}

describe('too many requests', () => {
  it('429: registrations of one organization, whose other requests go on', async () => {
    const register = () => {
      const definition = { app: uniqueName('limited'), version: '0.0.1', title: 'Limited' };
      return send('post', '/v1/apps/available', definition);
    };
    await register().expect(201);
    await register().expect(201);
    const { body, headers } = await register().expect(429);
    expect(body.errors[0]).toMatchObject({ code: 'too_many_requests' });
    expect(Number(headers['retry-after'])).toBeGreaterThan(0);
    await send('get', '/v1/me').expect(200);
  });

  it('429: secrets and API keys of one organization', async () => {
    await send('post', '/v1/api-keys', { roles: ['org.admin.apps'] }).expect(201);
    const name = uniqueName('app');
    await caller.register({ app: name });
    await send('post', `/v1/apps/available/${name}/secret/`, {}).expect(429);
  });

  it('429: streams of one organization', async () => {
    const path = `/v1/apps/available/${uniqueName('unknown')}/events`;
    for (const status of [404, 404, 429]) await send('get', path).expect(status);
  });

  it('429: anything of one network, before a credential is looked at', async () => {
    const answers = await Promise.all(
      Array.from({ length: 30 }, () => request(limited.publicApp).get('/v1/me')),
    );
    const found = answers.map(({ status }) => status);
    expect(found).toContain(401);
    expect(found.filter((status) => status === 429).length).toBeGreaterThanOrEqual(10);
  });
});
