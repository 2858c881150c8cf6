import fc from 'fast-check';

const LONG = 'x'.repeat(2_000);

/** Texts that something, somewhere, has stumbled over. */
const oddTexts = [
  '',
  ' ',
  '\0',
  'a\0b',
  '\u{feff}',
  '\u202ereversed',
  '\ud800',
  'e\u0301\u0301\u0301',
  '\u{1f468}\u200d\u{1f469}\u200d\u{1f467}',
  'ﬀ',
  'İ',
  '\r\nSet-Cookie: odd=1',
  '../../etc/passwd',
  '..',
  '.',
  '%00',
  '%',
  '%25',
  '%ff%fe',
  '%2e%2e%2f',
  '%zz',
  '*',
  '__proto__',
  'constructor',
  'toString',
  'null',
  'undefined',
  'NaN',
  'true',
  '-1',
  '0',
  '1e999',
  '9007199254740993',
  '99999999999999999999999999',
  '-0.0000000000000000000001',
  "' OR 1=1 --",
  '"; DROP TABLE app; --',
  '\\',
  '$1',
  '{{7*7}}',
  '<script>alert(1)</script>',
  'urn:ietf:params:oauth:request_uri:unknown',
  'javascript:alert(1)',
  'http://[::1',
  '00000000-0000-0000-0000-000000000000',
  '999.999.999',
  '0.0.0-0.0.0',
  '9999-99-99T99:99:99Z',
  LONG,
];

export const hostileTexts: fc.Arbitrary<string> = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...oddTexts) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 40 }) },
);

/** Names that a query, a form or an object may hold beside those that are known. */
export const oddNames: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom('__proto__', 'constructor', 'q[]', 'page', 'page[size][]', 'access_token', 'id'),
  fc.constantFrom('request', 'claims', 'nonce', 'response_mode', 'client_assertion', 'max_age'),
  hostileTexts,
);

export const hostileJson: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom<unknown>(null, true, false, 0, -1, 1.5, 1e308, 5e-324, 2 ** 53, [], {}, ['']),
  fc.constant(nested(100)),
  fc.constant(Array.from({ length: 300 }, (_, index) => index)),
  fc.constant(Object.fromEntries(Array.from({ length: 300 }, (_, index) => [`key${index}`, '']))),
  hostileTexts,
  fc.jsonValue({ maxDepth: 3, stringUnit: 'binary' }),
);

function nested(depth: number): unknown {
  return depth === 0 ? 'deep' : [{ a: nested(depth - 1) }];
}

const oddBodies = [
  '',
  ' ',
  'null',
  '"text"',
  '[',
  '{"app":',
  '{}{}',
  '{"app":"a","app":"b"}',
  '{"__proto__":{"roles":["org"]},"app":"a"}',
  '{"app":NaN}',
  '{"app":1e999}',
  '{"app":12345678901234567890123}',
  '{"app":"\\ud800"}',
  '{"app":"\\u0000"}',
  '\u{feff}{"app":"a"}',
  "{'app':'a'}",
  '{"a":'.repeat(2_000),
  '['.repeat(5_000) + ']'.repeat(5_000),
  `{"app":"${LONG.repeat(5)}"}`,
  'grant_type=refresh_token&grant_type=authorization_code',
  'grant_type[]=refresh_token&grant_type[a]=b',
  '&&&===&;;',
  'token=%',
  'token=%ff%fe%00&client_id=%ZZ',
  `token=${LONG.repeat(5)}`,
  `email=${LONG.repeat(10)}`,
  'a=1&'.repeat(2_000),
];

/** Bodies that are not what they should be, or nothing at all. */
export const hostileBodies: fc.Arbitrary<Buffer> = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...oddBodies).map((body) => Buffer.from(body)) },
  { weight: 1, arbitrary: fc.uint8Array({ maxLength: 64 }).map((bytes) => Buffer.from(bytes)) },
);

export const oddContentTypes: fc.Arbitrary<string> = fc.constantFrom(
  'application/json; charset=utf-16',
  'application/json; charset="utf-8"',
  'application/merge-patch+json',
  'application/json, text/plain',
  'application/json',
  'application/x-www-form-urlencoded',
  'application/x-www-form-urlencoded; charset=latin1',
  'application/x-www-form-urlencoded; charset=koi8-r',
  'multipart/form-data; boundary=x',
  'multipart/form-data',
  'text/plain',
  'text/xml',
  'json',
  '/',
  ';',
);

const jwt = 'eyJhbGciOiJub25lIn0.eyJzdWIiOiJhIn0.';

/** Headers that change how a request is read, or that somebody hopes will. */
const oddHeaders: Record<string, readonly string[]> = {
  accept: ['text/html', 'application/xml', '*/*;q=0', 'application/json;q=x', ',', 'image/png'],
  'accept-encoding': ['gzip', 'br;q=x', '*;q=0'],
  'accept-language': ['de', '*', 'x'.repeat(500)],
  authorization: ['Bearer', 'Bearer ', 'bearer x', `Bearer ${jwt}`, 'Basic', 'Basic !', 'Digest a'],
  'content-encoding': ['gzip', 'br', 'deflate', 'identity', 'zstd', 'gzip, gzip', 'foo', ''],
  cookie: ['_session=a; _session.sig=b', '_interaction=%', '=;;', 'a='.repeat(500)],
  dpop: ['a.b.c', jwt, 'a, b', 'x'.repeat(2_000)],
  expect: ['100-continue'],
  forwarded: ['for=unknown;host=evil.example;proto=x'],
  host: ['evil.example', 'a b', '[::', ''],
  'idempotency-key': ['', 'a', 'é', 'x'.repeat(256), 'same'],
  'if-modified-since': ['Thu, 01 Jan 2099 00:00:00 GMT', 'yesterday'],
  'if-none-match': ['*', '"a"', 'W/"', 'a,b,c'],
  origin: ['null', 'https://evil.example'],
  range: ['bytes=0-1', 'bytes=5-1,a'],
  'transfer-encoding': ['chunked'],
  upgrade: ['h2c', 'websocket'],
  'x-forwarded-for': ['::1', '999.1.1.1', 'a, b, c', '\xff'],
  'x-forwarded-host': ['evil.example'],
  'x-forwarded-proto': ['gopher'],
  'x-http-method-override': ['DELETE', 'TRACE'],
  'x-request-id': ['a b', 'x'.repeat(500), '$(id)'],
};

export const hostileHeaders: fc.Arbitrary<[string, string]> = fc
  .constantFrom(...Object.keys(oddHeaders))
  .chain((name) => fc.tuple(fc.constant(name), fc.constantFrom(...(oddHeaders[name] ?? ['']))));
