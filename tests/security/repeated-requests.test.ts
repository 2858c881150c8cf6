import { randomUUID } from 'node:crypto';
import { defineStatement } from '@app-platform/runtime/database';
import { apiCaller } from '@app-platform/testing/http/api-caller';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type ExternalApp, newExternalApp } from '../platform/external-app.ts';
import { consoleClient, consoleToken } from '../platform/first-party-sign-in.ts';
import { type Platform, startPlatform } from '../platform/platform.ts';
import { everyRoute } from './every-route.ts';

/** Questions that need a body. */
const CHANGE_NOTHING = ['validateApp', 'planChange', 'diagnose'];

const KEPT = defineStatement({
  name: 'kept-answers',
  text: `SELECT k::text AS kept, encode(request_digest, 'escape') AS asked FROM idempotent_answer k`,
  parameters: {},
  row: { kept: 'text', asked: 'text' },
});

let platform: Platform;
let app: ExternalApp;

beforeAll(async () => {
  platform = await startPlatform({
    firstPartyRedirectUris: consoleClient,
  });
  app = await newExternalApp(platform);
});
afterAll(() => platform?.close());

type Asked = { path: string; body?: object; address?: string; credential?: string };

/** Each operation that creates something, in a state in which a second one would show. */
const creations: Record<string, () => Promise<Asked> | Asked> = {
  registerApp: () => {
    const body = { app: `once_${unique()}`, version: '0.0.1', title: 'Once' };
    return { path: '/v1/apps/available', body };
  },
  generateSecret: async () => ({ path: `/v1/apps/available/${app.name}/secret`, body: {} }),
  installApp: async () => ({ path: '/v1/apps/installed', body: { app: await registered() } }),
  restoreApp: async () => {
    const name = await registered();
    await call('POST', '/v1/apps/installed', { app: name });
    await call('DELETE', `/v1/apps/installed/${name}`);
    return { path: `/v1/apps/installed/${name}/restore`, body: {} };
  },
  rollbackApp: async () => {
    const name = await registered('0.0.1');
    await call('POST', '/v1/apps/installed', { app: name });
    await registered('0.0.2', name);
    await call('POST', '/v1/apps/installed', { app: name });
    return { path: `/v1/apps/installed/${name}/rollback`, body: {} };
  },
  askForApp: async () => ({
    path: '/v1/installation-requests',
    body: { app: await registered() },
    credential: await consoleToken(platform, app, 'org.permission'),
  }),
  createApiKey: () => ({ path: '/v1/api-keys', body: { roles: ['org.admin.apps'] } }),
  createWebhook: () => ({ path: '/v1/webhooks', body: webhook }),
  generateWebhookSecret: async () => ({ path: `/v1/webhooks/${await hook()}/secret`, body: {} }),
  testWebhook: async () => ({ path: `/v1/webhooks/${await hook()}/test` }),
  redeliverWebhookEvent: async () => {
    const id = await hook();
    const { body } = await call('POST', `/v1/webhooks/${id}/test`);
    return { path: `/v1/webhooks/${id}/deliveries/${body.data.id}/redeliver` };
  },
  createUser: () => ({
    address: platform.oauthUrl,
    path: '/v1/users',
    body: { email: `${unique()}@example.com`, roles: ['org.permission'] },
  }),
  createPasswordLink: async () => {
    const user = { email: `${unique()}@example.com`, roles: ['org.permission'] };
    const { body } = await apiCaller(platform.oauthUrl, app.apiKey)('POST', '/v1/users', user);
    return { address: platform.oauthUrl, path: `/v1/users/${body.data.id}/reset-link` };
  },
};

const webhook = { url: 'https://hooks.example.com/in', events: ['app.installed'] };
const unique = () => randomUUID().replaceAll('-', '').slice(0, 12);
const call = (method: string, path: string, body?: object) =>
  apiCaller(platform.baseUrl, app.apiKey)(method, path, body);

async function registered(version = '0.0.1', name = `thing_${unique()}`): Promise<string> {
  const definition = { app: name, version, title: 'A thing', visibility: 'public' };
  const { body } = await call('POST', '/v1/apps/available', definition);
  return body.data.attributes.name;
}

async function hook(): Promise<string> {
  const { body } = await call('GET', '/v1/webhooks');
  const [one] = body.data;
  return one?.id ?? (await call('POST', '/v1/webhooks', webhook)).body.data.id;
}

async function send(asked: Asked, key: string, more: object = {}) {
  const { address = platform.baseUrl, credential = app.apiKey, path, body } = asked;
  const response = await fetch(`${address}${path}`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${credential}`,
      'idempotency-key': key,
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify({ ...body, ...more }) }),
  });
  return { status: response.status, text: await response.text() };
}

async function keptRows() {
  const rows = Object.values(platform.connections).map(({ statements }) =>
    statements.rows(KEPT, {}),
  );
  return (await Promise.all(rows)).flat();
}

describe('attack: a request that is sent twice is done twice', () => {
  it('every POST that changes something accepts an Idempotency-Key, in both services', () => {
    const posts = everyRoute.filter(
      ({ table, method }) => method === 'post' && !table.includes('internal'),
    );
    const without = posts.filter(({ parameters }) => !parameters.includes('Idempotency-Key'));
    expect(without.map(({ operationId }) => operationId).sort()).toEqual(CHANGE_NOTHING.sort());
  });

  it.each(Object.keys(creations))('%s: the second answer is the first, to the byte', async (id) => {
    const asked = await creations[id]?.();
    if (!asked) throw new Error(`${id} is not asked`);
    const key = randomUUID();
    const first = await send(asked, key);
    expect(first.status).toBeLessThan(300);
    expect(await send(asked, key)).toEqual(first);
    const another = await send(asked, randomUUID());
    expect(another).not.toEqual(first);
  });

  it.each(['generateSecret', 'createApiKey', 'createWebhook', 'createUser'])(
    '%s: both arrive together, and are one',
    async (id) => {
      const asked = await creations[id]?.();
      if (!asked) throw new Error(`${id} is not asked`);
      const key = randomUUID();
      const answers = await Promise.all(Array.from({ length: 4 }, () => send(asked, key)));
      expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    },
  );

  it('a day long', async () => {
    const key = randomUUID();
    const asked = { path: '/v1/api-keys', body: { roles: ['org.admin.apps'] } };
    const first = await send(asked, key);
    const after = async (hours: number) => {
      platform.now.value = () => new Date(Date.now() + hours * 3_600_000);
      return send(asked, key);
    };
    expect(await after(23.9)).toEqual(first);
    expect(await after(24.1)).not.toEqual(first);
    platform.now.value = () => new Date();
  });

  it('a refusal keeps nothing: the key is free for the mended request', async () => {
    const key = randomUUID();
    const asked = { path: '/v1/api-keys', body: { roles: ['org.admin.apps'] } };
    expect((await send(asked, key, { name: 1 })).status).toBe(400);
    expect((await send(asked, key)).status).toBe(201);
  });

  it('another request with the same key is refused, and so is another caller', async () => {
    const key = randomUUID();
    const asked = { path: '/v1/api-keys', body: { roles: ['org.admin.apps'] } };
    await send(asked, key);
    expect((await send(asked, key, { name: 'other' })).status).toBe(422);
    const { body } = await call('POST', '/v1/api-keys', { roles: ['org.admin'] });
    const credential = body.data.attributes.key;
    expect((await send({ ...asked, credential }, key)).status).toBe(422);
  });
});

describe('attack: secrets are read in the kept answers', () => {
  it('no secret, no key and no password lies there readable, nor what opens them', async () => {
    const key = `the-key-${randomUUID()}`;
    const password = 'a long enough password';
    const user = await creations.createUser?.();
    if (user) await send({ ...user, body: { ...user.body, password } }, key);
    const link = await creations.createPasswordLink?.();
    const newKey = { path: '/v1/api-keys', body: { roles: ['org.admin'] } };
    const apiKey = await send(newKey, key);
    await send(newKey, `${key}-again`);
    const { attributes } = JSON.parse(apiKey.text).data;
    const { text } = await send(link ?? { path: '' }, `${key}-link`);
    const token = new URL(JSON.parse(text).data.url).searchParams.get('token') ?? '';
    const kept = await keptRows();
    expect(kept.length).toBeGreaterThan(3);
    for (const secret of [key, password, attributes.key, token, 'example.com']) {
      expect(secret).not.toBe('');
      expect(JSON.stringify(kept)).not.toContain(secret);
    }
    // Of one request under two keys too: nobody can guess what is in it.
    expect(new Set(kept.map(({ asked }) => asked)).size).toBe(kept.length);
  });
});
