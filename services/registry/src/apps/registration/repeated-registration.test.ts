import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  type Caller,
  type RunningRegistry,
  startRegistry,
  uniqueName,
} from '../../../testing/start-registry.ts';

let registry: RunningRegistry;
let caller: Caller;

beforeAll(async () => {
  registry = await startRegistry();
  caller = await registry.newCaller();
});
afterAll(() => registry.close());

const DAY_MILLISECONDS = 86_400_000;
const definitionOf = (app: string) => ({
  app,
  version: '0.0.1',
  title: 'An app',
  commands: [{ url: 'not a url' }],
});

function register(key: string, definition: object, by = caller) {
  return by.post('/v1/apps/available', definition).set('Idempotency-Key', key);
}

describe('a registration with an idempotency key', () => {
  it('201: sent again, is answered the same, and made once', async () => {
    const name = uniqueName('again');
    const first = await register(name, definitionOf(name)).expect(201);
    await caller.patch(`/v1/apps/available/${name}-latest`, { title: 'Another' }).expect(200);
    const second = await register(name, definitionOf(name)).expect(201);
    expect(second.text).toBe(first.text);
    const { body } = await caller.get(`/v1/apps/available/${name}/versions`).expect(200);
    expect(body.data).toHaveLength(1);
    const trail = await registry.auditTrail(caller.organizationId);
    expect(trail.filter(({ subject }) => subject === `${name}-0.0.1`)).toHaveLength(2);
  });

  it('201: sent many times at once, is made once', async () => {
    const name = uniqueName('at_once');
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => register(name, definitionOf(name)).expect(201)),
    );
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
  });

  it('409: sent again without the key, is a duplicate', async () => {
    const name = uniqueName('without');
    await register(name, definitionOf(name)).expect(201);
    await caller.post('/v1/apps/available', definitionOf(name)).expect(409);
  });

  it('422: the key of another request is refused', async () => {
    const name = uniqueName('reused');
    await register(name, definitionOf(name)).expect(201);
    const { body } = await register(name, { ...definitionOf(name), title: 'B' }).expect(422);
    expect(body.errors).toEqual([
      expect.objectContaining({
        code: 'idempotency_key_reused',
        source: { parameter: 'Idempotency-Key' },
      }),
    ]);
  });

  it('a refusal keeps nothing: once mended, the key is free', async () => {
    const name = uniqueName('refused');
    await register(name, { app: name, version: '0.0.1' }).expect(400);
    await register(name, definitionOf(name)).expect(201);
  });

  it('a key belongs to one organization', async () => {
    const name = uniqueName('theirs');
    const definition = { ...definitionOf(name), visibility: 'private' };
    const other = await registry.newCaller();
    const mine = await register(name, definition).expect(201);
    const theirs = await register(name, definition, other).expect(201);
    expect(theirs.body.data.id).not.toBe(mine.body.data.id);
  });

  it('a key is forgotten after a day', async () => {
    const name = uniqueName('forgotten');
    await register(name, definitionOf(name)).expect(201);
    const { value } = registry.now;
    registry.now.value = new Date(value.getTime() + DAY_MILLISECONDS + 1);
    await register(name, { ...definitionOf(name), version: '0.0.2' }).expect(201);
    const other = uniqueName('other');
    await register(other, definitionOf(other)).expect(201);
    registry.now.value = value;
  });

  it.each([
    ['an empty key', ''],
    ['a key of 256 characters', 'x'.repeat(256)],
    ['a key with a space', 'a b'],
  ])('400: %s', async (_name, key) => {
    const { body } = await register(key, definitionOf('never')).expect(400);
    expect(body.errors[0].source).toEqual({ parameter: 'Idempotency-Key' });
  });

  it('400: a key in the query', async () => {
    const path = '/v1/apps/available?Idempotency-Key=x';
    const { body } = await caller.post(path, definitionOf('never')).expect(400);
    expect(body.errors[0].detail).toContain('belongs in a header');
  });
});
