import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
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

/** Sends a body as it is written here. */
function raw(body: string | Buffer, type = 'application/json') {
  return registry
    .anonymous('post', PATH)
    .auth(acme.apiKey, { type: 'bearer' })
    .set('Content-Type', type)
    .serialize((value) => value as unknown as string)
    .send(body as never);
}

function withMember(member: string): string {
  return `{"app":"${uniqueName('bad')}","version":"0.0.1","title":"x",${member}}`;
}

describe('a body that is not JSON', () => {
  it.each([
    ['cut off', '{"app":'],
    ['with a trailing comma', '{"app":"x",}'],
    ['with single quotes', "{'app':'x'}"],
    ['empty text', ' '],
    ['with NaN', '{"a":NaN}'],
    ['two documents', '{}{}'],
    ['invalid UTF-8', Buffer.from([0x22, 0xff, 0x22])],
  ])('400 %s', async (_, body) => {
    const answer = await raw(body).expect(400);
    expect(answer.body.errors[0]).toMatchObject({ code: 'malformed_json' });
  });

  it('400 where there is none at all', async () => {
    const { body } = await acme.post(PATH).expect(400);
    expect(body.errors[0]).toMatchObject({ source: { pointer: '' } });
  });

  it.each(['null', '[]', '"text"', '5', 'true'])(
    '400 for %s in place of an object',
    async (body) => {
      const answer = await raw(body).expect(400);
      expect(answer.body.errors[0]).toMatchObject({
        code: 'invalid_definition',
        source: { pointer: '' },
      });
    },
  );

  it.each(['text/plain', 'application/x-www-form-urlencoded', 'application/json; charset=latin1'])(
    '415 for %s',
    async (type) => {
      const { body } = await raw('{}', type).expect(415);
      expect(body.errors[0]).toMatchObject({
        code: 'unsupported_media_type',
        source: { header: 'content-type' },
      });
    },
  );
});

describe('a body that is too much', () => {
  it('413 over the limit of 1 MiB', async () => {
    const body = withMember(`"description":"${'x'.repeat(1_048_576)}"`);
    const answer = await raw(body).expect(413);
    expect(answer.body.errors[0]).toMatchObject({ code: 'payload_too_large' });
  });

  it('401 and 403 reach a caller that is still sending', async () => {
    const body = `"${'x'.repeat(3_000_000)}"`;
    const stranger = await registry.keyFor(acme.organizationId, ['org.permission.customer']);
    const refused = raw(body).set('Connection', 'close');
    await refused.auth('unknown', { type: 'bearer' }).expect(401);
    await raw(body).auth(stranger.apiKey, { type: 'bearer' }).expect(403);
  });

  it('413 for a compressed body that grows over the limit', async () => {
    const body = gzipSync(withMember(`"description":"${'x'.repeat(5_000_000)}"`));
    await raw(body).set('Content-Encoding', 'gzip').expect(413);
  });

  it('201 just below the limit', async () => {
    const body = withMember(`"instructions":"${'x'.repeat(1_040_000)}"`);
    await raw(body).expect(201);
  });

  it.each([
    ['arrays', '['.repeat(100_000) + ']'.repeat(100_000)],
    ['objects', `${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`],
  ])('400 for %s nested a hundred thousand deep', async (_, value) => {
    const { body } = await raw(withMember(`"settings":${value}`)).expect(400);
    expect(body.errors[0]).toMatchObject({ code: 'nesting_too_deep' });
  });

  it('400 for half a million values, in a short answer', async () => {
    const values = `[${'0,'.repeat(500_000)}0]`;
    const answer = await raw(withMember(`"roles":${values}`)).expect(400);
    expect(answer.body.errors[0]).toMatchObject({ code: 'too_many_values' });
    expect(answer.text.length).toBeLessThan(10_000);
  });

  it('reports at most 100 problems and how many more there are', async () => {
    const tags = JSON.stringify(Array.from({ length: 5000 }, (_, index) => `tag${index}`));
    const { body } = await raw(withMember(`"tags":${tags}`)).expect(400);
    expect(body.errors).toHaveLength(101);
    expect(body.errors[100].detail).toContain('4900');
  });
});

describe('a body that would lose something', () => {
  it.each([
    [
      '__proto__ as a key',
      '"settings":{"__proto__":{"polluted":true}}',
      'reserved_key',
      '/settings/__proto__',
    ],
    ['NUL in a text', '"description":"a\\u0000b"', 'unstorable_character', '/description'],
    ['NUL in a key', '"settings":{"a\\u0000b":{}}', 'unstorable_character', '/settings/a\uFFFDb'],
    [
      'a lone surrogate in a text',
      '"description":"\\ud800"',
      'unstorable_character',
      '/description',
    ],
    [
      'a lone surrogate in a key',
      '"settings":{"\\udfff":{}}',
      'unstorable_character',
      '/settings/\uFFFD',
    ],
    ['a key given twice', '"settings":{"a":{},"\\u0061":{}}', 'duplicate_key', '/settings/a'],
    [
      'a number with too many digits',
      '"meta":{"n":12345678901234567890}',
      'inexact_number',
      '/meta/n',
    ],
    ['a number too large', '"meta":{"n":1e400}', 'inexact_number', '/meta/n'],
  ])('400 with the place: %s', async (_, member, code, pointer) => {
    const { body } = await raw(withMember(member)).expect(400);
    expect(body.errors).toEqual([expect.objectContaining({ code, source: { pointer } })]);
  });

  it('201 with unchanged values that only look dangerous', async () => {
    const settings = {
      constructor: { prototype: { type: 'string' } },
      hasOwnProperty: { toString: { type: 'string' } },
      'a/b~c': { '': { type: 'string', note: '\u2028 \u0001 " \\ 😀' } },
      numbers: { n: { type: 'number', defaultValue: 1e308, tiny: 5e-324, whole: 1e20 } },
      10: { 9: { type: 'string' } },
    };
    const { name } = await acme.register({ app: uniqueName('odd'), settings });
    const { body } = await acme.get(`${PATH}/${name}`).expect(200);
    expect(body.data.attributes.settings).toEqual(settings);
    expect(Object.keys(body.data.attributes.settings)).toEqual(Object.keys(settings));
  });

  it('pollutes no prototype', async () => {
    await raw(
      '{"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}}}',
    ).expect(400);
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
  });
});

describe('app and version', () => {
  const register = (definition: object) => acme.post(PATH, { title: 'x', ...definition });

  it.each([
    ['empty', ''],
    ['129 characters', 'a'.repeat(129)],
    ['a hyphen', 'my-app'],
    ['a space', 'my app'],
    ['a slash', 'my/app'],
    ['Cyrillic а', 'l\u043Eyalty'],
    ['full-width letters', '\uFF4C\uFF4F\uFF59'],
    ['full-width underscore', 'my\uFF3Fapp'],
    ['Arabic digits', 'app\u0661'],
    ['a zero-width space', 'my\u200Bapp'],
    ['a combining accent', 'cafe\u0301'],
    ['a newline at the end', 'app\n'],
    ['ß', 'stra\u00DFe'],
    ['Kelvin sign', '\u212Aelvin'],
    ['long s', 'me\u017Fsage'],
  ])('400 for an app with %s', async (_, app) => {
    const { body } = await register({ app, version: '0.0.1' }).expect(400);
    expect(body.errors[0]).toMatchObject({ source: { pointer: '/app' } });
  });

  it.each([
    '',
    '1',
    '1.0',
    'v1.0.0',
    '=1.0.0',
    ' 1.0.0',
    '1.0.0 ',
    '1.0.0\n',
    '01.0.0',
    '1.0.0-',
    '1.0.0-01',
    '1.0.0+',
    '1.0.x',
    '1.0.0-é',
    '\uFF11.0.0',
    '1\u20240.0',
    '\u0661.0.0',
    '99999999999999999999.0.0',
    '1.0.0-9007199254740993',
    `1.0.0-${'a'.repeat(300)}`,
    'latest',
  ])('400 for version %j', async (version) => {
    const { body } = await register({ app: uniqueName('v'), version }).expect(400);
    expect(body.errors[0]).toMatchObject({ source: { pointer: '/version' } });
  });

  it.each([[5], [null], [['a']], [{}], [true]])(
    '400 for app and version %j, both told',
    async (value) => {
      const { body } = await register({ app: value, version: value }).expect(400);
      expect(body.errors).toHaveLength(2);
    },
  );

  it('201 for an app of 128 characters, private too, and every form of version', async () => {
    const app = `${'a'.repeat(119)}_${Date.now() % 100_000_000}`.padEnd(128, 'z');
    await register({ app: `b${app.slice(1)}`, version: '0.0.1' }).expect(201);
    await register({
      app,
      version: '1.0.0-alpha.1.x-y-z.--+build.001',
      visibility: 'private',
    }).expect(201);
    const { body } = await acme
      .get(`${PATH}/${acme.privateName(app)}-1.0.0-alpha.1.x-y-z.--`)
      .expect(200);
    expect(body.data.id).toBe(`${acme.privateName(app)}-1.0.0-alpha.1.x-y-z.--+build.001`);
  });

  it('400 naming the nearest known property', async () => {
    const definition = {
      app: uniqueName('hint'),
      version: '0.0.1',
      iconURL: 'https://a.example/i.png',
    };
    const { body } = await register(definition).expect(400);
    expect(body.errors[0]).toMatchObject({
      detail: expect.stringContaining('`iconUrl`'),
      source: { pointer: '/iconURL' },
    });
  });
});

describe('attack: an app sets what only the operator may set', () => {
  it.each(['featured', 'built-by-service'])(
    '400 for the tag %s, and 404 for its path',
    async (tag) => {
      const app = uniqueName('tagged');
      const definition = { app, version: '0.0.1', title: 'Tagged' };
      const { body } = await acme.post(PATH, { ...definition, tags: [tag] }).expect(400);
      expect(body.errors[0]).toMatchObject({ source: { pointer: '/tags/0' } });
      await acme.post(PATH, definition).expect(201);
      await acme.patch(`${PATH}/${app}-0.0.1`, { tags: [tag] }).expect(400);
      await acme.patch(`/internal/apps/${app}/tags`, { add: [tag] }).expect(404);
    },
  );
});

describe('paths and methods', () => {
  it.each([
    ['put', PATH, 'GET, HEAD, OPTIONS, POST'],
    ['put', `${PATH}/name-1.0.0`, 'DELETE, GET, HEAD, OPTIONS, PATCH, POST'],
    ['get', `${PATH}/name/secret`, 'OPTIONS, POST'],
    ['post', '/v1/apps/metadata', 'GET, HEAD, OPTIONS'],
    ['post', '/openapi.json', 'GET, HEAD'],
  ] as const)('405 for %s %s', async (method, path, allow) => {
    const answer = await registry.anonymous(method, path).expect(405);
    expect(answer.headers.allow).toBe(allow);
    expect(answer.body.errors[0]).toMatchObject({ code: 'method_not_allowed' });
  });

  it.each(['/', '/v1', '/v1/apps', '/v2/apps/available', '/v1/apps/metadata/customer/x/y', '//'])(
    '404 for %s, in the error shape',
    async (path) => {
      const { body } = await registry.anonymous('get', path).expect(404);
      expect(body.errors[0]).toMatchObject({ status: 404, code: 'not_found' });
    },
  );

  it('400 for a path of invalid UTF-8', async () => {
    const { body } = await acme.get('/v1/apps/metadata/%ff').expect(400);
    expect(body.errors[0]).toMatchObject({ code: 'malformed_path' });
  });

  it('answers a request id, the one that was sent where it is well-formed', async () => {
    const sent = await acme.get('/v1/me').set('X-Request-Id', 'abc-123').expect(200);
    expect(sent.headers['x-request-id']).toBe('abc-123');
    const other = await acme.get('/v1/me').set('X-Request-Id', 'not well formed').expect(200);
    expect(other.headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
  });

  it('sends the headers that keep a browser safe', async () => {
    const { headers } = await registry.anonymous('get', '/docs').expect(200);
    expect(headers['content-security-policy']).toContain("default-src 'none'");
    expect(headers['content-security-policy']).toContain("frame-ancestors 'none'");
    expect(headers['x-content-type-options']).toBe('nosniff');
    expect(headers['x-powered-by']).toBeUndefined();
  });
});
