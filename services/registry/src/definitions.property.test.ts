import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import {
  type Caller,
  type RunningRegistry,
  startRegistry,
  uniqueName,
} from '../testing/start-registry.ts';

const PATH = '/v1/apps/available';
let registry: RunningRegistry;
let acme: Caller;

beforeAll(async () => {
  registry = await startRegistry();
  acme = await registry.newCaller();
});
afterAll(() => registry.close());

/** Text and keys with everything that JSON can hold and the registry keeps. */
const storable = fc
  .string({ unit: 'binary', maxLength: 20 })
  .filter((text) => text.isWellFormed() && !text.includes('\0'));
const key = storable.filter((text) => text !== '__proto__');
const value = fc.letrec((tie) => ({
  node: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.constant(null),
    fc.boolean(),
    fc.integer(),
    fc.double({ noNaN: true, noDefaultInfinity: true }).map((number) => number + 0),
    storable,
    fc.array(tie('node'), { maxLength: 4 }),
    fc.dictionary(key, tie('node'), { maxKeys: 4, noNullPrototype: true }),
  ),
})).node;
const open = fc.dictionary(key, value, { maxKeys: 5, noNullPrototype: true });
const component = fc.array(fc.oneof(open, value), { maxLength: 3 });
const suffix = fc.constantFrom('Num', 'Str', 'At', 'Txt', 'Bool', 'Url');
const attributeName = fc
  .tuple(fc.stringMatching(/^[a-z][A-Za-z0-9]{0,8}$/), suffix)
  .map((parts) => parts.join(''));
const klass = fc.record({
  name: fc.constantFrom('company', 'customer', 'conversation', 'message', 'user'),
  metadata: fc.record({
    standard: fc.constant(true),
    properties: fc.dictionary(
      attributeName,
      fc.record({ displayName: storable, example: storable }),
      { maxKeys: 4, noNullPrototype: true },
    ),
  }),
});

const valid = fc.record(
  {
    title: fc.string({ minLength: 1 }).filter((text) => text.trim() !== ''),
    description: storable,
    visibility: fc.constantFrom('private', 'public'),
    iconUrl: storable,
    tags: fc.uniqueArray(fc.constantFrom('ai', 'analytics', 'csat', 'ecommerce', 'messaging'), {
      minLength: 1,
    }),
    screenshots: fc.array(storable, { maxLength: 3 }),
    meta: open.filter((meta) => !Object.hasOwn(meta, 'externalQueue')),
    auth: open,
    roles: fc.array(value, { maxLength: 3 }),
    settings: open,
    settingsPageConfig: open,
    i18n: open,
    actions: component,
    commands: component,
    hooks: component,
    triggers: component,
    outboundWebhooks: component,
    widgets: component,
    workflows: component,
    klasses: fc.uniqueArray(klass, { maxLength: 3, selector: ({ name }) => name }),
  },
  { requiredKeys: ['title'], noNullPrototype: true },
);

const knownKeys = [
  'app',
  'version',
  'title',
  'identifier',
  'dependencies',
  'klasses',
  'tags',
  'changelog',
  'redirectUris',
  'settings',
  'commands',
  'kviews',
  'appDetails',
  'visibility',
];

/** The same JSON, of ASCII alone and with every solidus escaped. */
function escaped(json: string): string {
  return json
    .replaceAll(/[\u0080-\uffff]/g, (unit) => {
      return `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
    })
    .replaceAll('/', '\\/');
}

describe('any definition', () => {
  it('property: a valid one is accepted and read back without loss', async () => {
    await fc.assert(
      fc.asyncProperty(valid, async (fields) => {
        const definition = { app: uniqueName('any'), version: '0.0.1', ...fields };
        const registered = await acme.post(PATH, definition);
        expect([registered.status, registered.body.errors]).toEqual([201, undefined]);
        const { name } = registered.body.data.attributes;
        const { body } = await acme.get(`${PATH}/${name}-0.0.1`).expect(200);
        expect(body.data).toEqual(registered.body.data);
        for (const [field, given] of Object.entries(definition)) {
          expect(JSON.stringify(body.data.attributes[field])).toBe(JSON.stringify(given));
        }
      }),
      { numRuns: 150 },
    );
  });

  it('property: however a valid one is written, it is accepted and read back without loss', async () => {
    const spaces = fc.string({ unit: fc.constantFrom(' ', '\t', '\r', '\n'), maxLength: 10 });
    await fc.assert(
      fc.asyncProperty(valid, spaces, fc.boolean(), async (fields, space, isEscaped) => {
        const definition = { app: uniqueName('written'), version: '0.0.1', ...fields };
        const written = space + JSON.stringify(definition, null, space) + space;
        const text = isEscaped ? escaped(written) : written;
        const registered = await acme.post(PATH).type('json').send(text);
        expect([registered.status, registered.body.errors]).toEqual([201, undefined]);
        const { name } = registered.body.data.attributes;
        const { body } = await acme.get(`${PATH}/${name}-0.0.1`).expect(200);
        expect(body.data).toEqual(registered.body.data);
        expect(body.data.attributes).toMatchObject(definition);
      }),
      { numRuns: 100 },
    );
  });

  it('property: a broken one gets a 4xx that says where, or is accepted with warnings', async () => {
    const broken = fc.dictionary(fc.oneof(fc.constantFrom(...knownKeys), key), value, {
      maxKeys: 8,
      noNullPrototype: true,
    });
    await fc.assert(
      fc.asyncProperty(broken, async (fields) => {
        const { status, body } = await acme.post(PATH, fields);
        if (status === 201) return;
        expect([400, 409]).toContain(status);
        for (const error of body.errors) {
          expect(error).toMatchObject({ code: expect.any(String), detail: expect.any(String) });
          expect(error.source).toBeDefined();
        }
      }),
      { numRuns: 300 },
    );
  });

  it('property: bytes of any kind get an answer below 500', async () => {
    await fc.assert(
      fc.asyncProperty(fc.oneof(fc.string({ unit: 'binary' }), fc.json()), async (text) => {
        const { status } = await registry
          .anonymous('post', PATH)
          .auth(acme.apiKey, { type: 'bearer' })
          .set('Content-Type', 'application/json')
          .serialize((sent) => sent as unknown as string)
          .send(text as never);
        expect(status).toBeLessThan(500);
      }),
      { numRuns: 300 },
    );
  });
});
