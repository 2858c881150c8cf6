import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  type Caller,
  type RunningRegistry,
  startRegistry,
  uniqueName,
} from '../../../testing/start-registry.ts';

let registry: RunningRegistry;
let acme: Caller;
let stranger: Caller;

beforeAll(async () => {
  registry = await startRegistry();
  acme = await registry.newCaller();
  stranger = await registry.newCaller();
});
afterAll(() => registry.close());

const bearer = 'Bearer s3cr3t-of-the-shop-1234567890';
const auth = { type: 'oauth2', oauth2: { clientSecret: 'swordfish', scopes: ['orders'] } };
const outboundWebhooks = [
  { name: 'paid', url: 'https://shop.test/paid', headers: { authorization: bearer } },
];
const places = ['/auth/oauth2/clientSecret', '/outboundWebhooks/0/headers/authorization'];

function definition(more: object = {}) {
  return {
    app: uniqueName('leak'),
    version: '1.0.0',
    title: 'Leak',
    visibility: 'public',
    ...more,
  };
}

type Entry = { code: string; source?: { pointer: string }; detail: string };

function placesOf(entries: Entry[] = []): (string | undefined)[] {
  return entries
    .filter(({ code }) => code === 'secret_in_definition')
    .map(({ source }) => source?.pointer)
    .sort();
}

describe('a secret in the definition', () => {
  it('of a public app refuses its registration, and says where and what instead', async () => {
    for (const visibility of ['public', undefined]) {
      const sent = definition({ auth, outboundWebhooks, visibility });
      const { body, text } = await acme.post('/v1/apps/available', sent).expect(400);
      expect(placesOf(body.errors)).toEqual(places);
      expect(body.errors[0].detail).toContain('setting of type secret');
      expect(text).not.toMatch(/swordfish|s3cr3t/);
      await acme.get(`/v1/apps/available/${sent.app}`).expect(404);
    }
  });

  it('of a later version is refused where the app is public, whatever the definition says', async () => {
    const first = definition();
    await acme.register(first);
    const later = { app: first.app, version: '1.1.0', auth };
    const { body } = await acme.post('/v1/apps/available', later).expect(400);
    expect(placesOf(body.errors)).toEqual([places[0]]);
    const taken = { ...later, version: '1.0.0' };
    const both = await acme.post('/v1/apps/available', taken).expect(409);
    expect(both.body.errors.map(({ code }: Entry) => code)).toEqual([
      'duplicate',
      'secret_in_definition',
    ]);
  });

  it('of a private app is a warning, also of a later version that does not say', async () => {
    const sent = definition({ visibility: 'private', auth, outboundWebhooks });
    const { body } = await acme.post('/v1/apps/available', sent).expect(201);
    expect(placesOf(body.meta.warnings)).toEqual(places);
    expect(body.data.attributes.auth).toEqual(auth);
    const later = { app: sent.app, version: '1.1.0', auth };
    const next = await acme.post('/v1/apps/available', later).expect(201);
    expect(placesOf(next.body.meta.warnings)).toEqual([places[0]]);
    const validated = await acme.post('/v1/apps/validate', { ...later, version: '1.2.0' });
    expect(validated.body.data.valid).toBe(true);
    expect(placesOf(validated.body.data.warnings)).toEqual([places[0]]);
  });

  it('is found by validation as by registration, once', async () => {
    const sent = definition({ auth, outboundWebhooks });
    const { body } = await acme.post('/v1/apps/validate', sent).expect(200);
    expect(body.data.valid).toBe(false);
    expect(placesOf(body.data.errors)).toEqual(places);
    expect(placesOf(body.data.warnings)).toEqual([]);
    const wrong = await acme.post('/v1/apps/validate', { ...sent, tags: ['x'] }).expect(200);
    expect(placesOf(wrong.body.data.errors)).toEqual(places);
  });

  it('of a draft is a warning: only its organization reads it', async () => {
    const sent = definition({ auth });
    const { body } = await acme.put(`/v1/apps/drafts/${sent.app}`, sent).expect(200);
    expect(placesOf(body.meta.warnings)).toEqual([places[0]]);
  });

  it('in an update is refused for a public app, and a warning for a private one', async () => {
    const description = 'Call it with Authorization: Bearer 0a1B2c3D4e5F6g7H8i9J';
    const { name } = await acme.register(definition());
    const { body } = await acme
      .patch(`/v1/apps/available/${name}-1.0.0`, { description })
      .expect(400);
    expect(placesOf(body.errors)).toEqual(['/description']);
    const ofPrivate = await acme.register(definition({ visibility: 'private', auth }));
    const updated = await acme
      .patch(`/v1/apps/available/${ofPrivate.name}-1.0.0`, { description })
      .expect(200);
    expect(placesOf(updated.body.meta.warnings)).toEqual(['/description']);
  });
});

describe('a secret under auth that is excused', () => {
  const meta = { lint: { 'secret-in-definition': 'A public value.' } };

  it('is read by its own organization alone, in any answer about the app', async () => {
    const sent = definition({ auth, meta });
    const name = String((await acme.register(sent)).name);
    await acme.register({ ...sent, version: '1.1.0', auth: { ...auth, apiKey: 'gudgeon' } });
    await stranger.install(name);
    for (const path of [
      `/v1/apps/available/${name}-1.0.0`,
      `/v1/apps/available/${name}`,
      `/v1/apps/available/${name}/versions`,
    ]) {
      const own = await acme.get(path).expect(200);
      expect(own.text).toContain('swordfish');
      const { text } = await stranger.get(path).expect(200);
      expect(text).not.toMatch(/swordfish|gudgeon|clientSecret/);
      expect(text).toContain('"auth":{"type":"oauth2","oauth2":{"scopes":["orders"]}}');
    }
    for (const path of [
      `/v1/apps/available?q=${name}`,
      `/v1/apps/available/${name}/diff`,
      '/v1/apps/installed',
      '/v1/audit',
    ]) {
      const { text } = await stranger.get(path).expect(200);
      expect(text).not.toMatch(/swordfish|gudgeon/);
    }
    const plan = await stranger.post('/v1/apps/plan', { app: name, to: '1.0.0' });
    expect(plan.text).not.toMatch(/swordfish|gudgeon/);
  });

  it('is left out where its key is written with escapes', async () => {
    const sent = definition({ meta });
    const text = JSON.stringify(sent).replace(
      /}$/,
      ',"\\u0061uth":{"client\\u0053ecret":"swordfish"}}',
    );
    await acme
      .post('/v1/apps/available')
      .set('Content-Type', 'application/json')
      .send(text)
      .expect(201);
    const answer = await stranger.get(`/v1/apps/available/${sent.app}`).expect(200);
    expect(answer.body.data.attributes.auth).toEqual({});
  });
});
