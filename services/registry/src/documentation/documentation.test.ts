import { publishedDefinitionSchema } from '@app-platform/app-definition';
import { documentsFolderAbove, listPages } from '@app-platform/reference';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Ajv2020, type AnySchemaObject } from 'ajv/dist/2020.js';
import {
  type Caller,
  type RunningRegistry,
  startRegistry,
  uniqueName,
} from '../../testing/start-registry.ts';
import { publicRoutes } from '../server.ts';

let registry: RunningRegistry;
let acme: Caller;
let document: { paths: Record<string, Record<string, Operation>>; components: AnySchemaObject };

type Operation = {
  operationId: string;
  parameters: { name: string; in: string; description: string }[];
  requestBody?: { required: boolean };
  responses: Record<
    string,
    { description: string; content?: { 'application/json': { schema: { $ref: string } } } }
  >;
};

beforeAll(async () => {
  registry = await startRegistry();
  acme = await registry.newCaller();
  document = (await registry.anonymous('get', '/openapi.json').expect(200)).body;
});
afterAll(() => registry.close());

/** Checks a real answer against what the document says of it. */
function expectDocumented(path: string, method: string, status: number, body: unknown): void {
  const response = document.paths[path]?.[method]?.responses[status];
  const ajv = new Ajv2020({ strict: false, allErrors: true, validateFormats: false });
  const validate = ajv.compile({
    ...(response?.content?.['application/json'].schema ?? false),
    components: document.components,
  });
  validate(body);
  expect(validate.errors).toBeNull();
}

describe('/openapi.json', () => {
  it('200 with every route that is served', () => {
    for (const { path, method, operationId } of publicRoutes(registry as never)) {
      expect(document.paths[path]?.[method]?.operationId).toBe(operationId);
    }
  });

  it('has unique operation ids, and every path parameter', () => {
    const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.values(methods).map((operation) => ({ path, operation })),
    );
    const ids = operations.map(({ operation }) => operation.operationId);
    expect(new Set(ids).size).toBe(ids.length);
    for (const { path, operation } of operations) {
      const named = [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]);
      const declared = operation.parameters.filter((one) => one.in === 'path');
      expect(declared.map(({ name }) => name)).toEqual(named);
    }
  });

  it('describes the answers as they are', async () => {
    const app = uniqueName('documented');
    const base = '/v1/apps/available';
    const definition = {
      app,
      version: '0.0.1',
      title: 'x',
      workflows: [{ steps: [{ action: 'no' }] }],
    };
    const registered = await acme.post(base, definition).expect(201);
    expectDocumented(base, 'post', 201, registered.body);
    const refused = await acme.post(base, definition).expect(409);
    expectDocumented(base, 'post', 409, refused.body);
    const secret = await acme.post(`${base}/${app}/secret`, {}).expect(200);
    expectDocumented(`${base}/{app}/secret`, 'post', 200, secret.body);
    await acme.register({ app, version: '0.0.2' });
    const installed = await acme.post('/v1/apps/installed', { app }).expect(201);
    expectDocumented('/v1/apps/installed', 'post', 201, installed.body);
    for (const [path, template] of [
      [base, base],
      [`${base}/${app}`, `${base}/{appVersion}`],
      [`${base}/${app}/versions`, `${base}/{name}/versions`],
      ['/v1/apps/installed', '/v1/apps/installed'],
      ['/v1/apps/metadata', '/v1/apps/metadata'],
      ['/v1/apps/metadata/user', '/v1/apps/metadata/{klass}'],
      ['/v1/me', '/v1/me'],
      ['/v1/api-keys', '/v1/api-keys'],
    ] as const) {
      const { body } = await acme.get(path).expect(200);
      expectDocumented(template, 'get', 200, body);
    }
  });

  it('describes 304 for every read but streams', () => {
    for (const { get } of Object.values(document.paths)) {
      if (get && !('text/event-stream' in (get.responses[200]?.content ?? {})))
        expect(get.responses).toHaveProperty('304');
    }
  });

  it('describes each refusal of a kind that a route names', () => {
    const register = document.paths['/v1/apps/available']?.post;
    expect(Object.keys(register?.responses ?? {})).toEqual(expect.arrayContaining(['409', '422']));
  });

  it('describes the refusals of the attribute registry', () => {
    for (const path of ['/v1/apps/metadata', '/v1/apps/metadata/{klass}']) {
      const { description } = document.paths[path]?.get?.responses[422] ?? {};
      expect(description).toContain('`listing_too_large`');
    }
  });

  it('requires a body where one is needed', () => {
    const required = Object.values(document.paths)
      .flatMap((methods) => Object.values(methods))
      .filter(({ requestBody }) => requestBody)
      .map(({ operationId, requestBody }) => [operationId, requestBody?.required]);
    expect(Object.fromEntries(required)).toMatchObject({
      registerApp: true,
      installApp: true,
      generateSecret: false,
    });
  });

  it('describes a credential of either kind', () => {
    const attributes = { organizationId: 'a', organizationName: 'b', roles: [] };
    const ofUser = { clientId: 'c', userId: 'd' };
    const path = '/v1/me';
    expectDocumented(path, 'get', 200, { data: { type: 'api_key', id: '1', attributes } });
    const data = { type: 'access_token', id: '1', attributes: { ...attributes, ...ofUser } };
    expectDocumented(path, 'get', 200, { data });
  });

  it('304 where the document is known already', async () => {
    const { headers } = await registry.anonymous('get', '/openapi.json').expect(200);
    const { etag = '' } = headers;
    await registry.anonymous('get', '/openapi.json').set('If-None-Match', etag).expect(304);
  });
});

describe('/v1/apps/definition-schema.json', () => {
  it('200 with the published schema, at its address', async () => {
    const { body } = await registry.anonymous('get', '/v1/apps/definition-schema.json').expect(200);
    const published = publishedDefinitionSchema('http://registry.example.com');
    expect(body).toEqual(JSON.parse(JSON.stringify(published)));
  });
});

describe('the address in the documents', () => {
  const address = 'http://registry.example.com';
  const schemaAddress = `${address}/v1/apps/definition-schema.json`;

  it('is the public address of the registry', async () => {
    const { body } = await registry.anonymous('get', '/openapi.json').expect(200);
    expect(body.servers).toEqual([{ url: address }]);
    const { properties } = body.components.schemas.AppDefinition;
    expect(properties.$schema.examples).toEqual([schemaAddress]);
  });

  it('is the address of the schema, and its example of `$schema`', async () => {
    const { body } = await registry.anonymous('get', '/v1/apps/definition-schema.json').expect(200);
    expect(body.$id).toBe(schemaAddress);
    expect(body.properties.$schema.examples).toEqual([schemaAddress]);
  });
});

describe('a page of another site', () => {
  it.each(['/openapi.json', '/v1/apps/definition-schema.json'])('may read %s', async (path) => {
    const { headers } = await registry
      .anonymous('get', path)
      .set('Origin', 'https://editor.example.com')
      .expect(200);
    expect(headers['access-control-allow-origin']).toBe('*');
    const { etag = '' } = headers;
    const unchanged = await registry.anonymous('get', path).set('If-None-Match', etag).expect(304);
    expect(unchanged.headers['access-control-allow-origin']).toBe('*');
  });

  it('may not read what needs a credential', async () => {
    const { headers } = await acme.get('/v1/me').set('Origin', 'https://editor.example.com');
    expect(headers).not.toHaveProperty('access-control-allow-origin');
  });
});

describe('/docs', () => {
  const get = (path: string) => registry.anonymous('get', path);

  it('200 with scripts and styles of this origin, by a policy of its own', async () => {
    const { text, headers } = await get('/docs').expect(200);
    const { 'content-security-policy': policy = '' } = headers;
    expect(policy).toMatch(/(^|; )script-src 'self'(;|$)/);
    expect(policy).toMatch(/(^|; )style-src 'self'(;|$)/);
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toContain('unsafe');
    const addresses = [...text.matchAll(/(?:src|href|data-index)="(\/docs\/assets\/[^"]+)"/g)];
    expect(addresses).toHaveLength(3);
    for (const [, address = ''] of addresses) {
      const asset = await get(address).expect(200);
      expect(asset.headers['cache-control']).toBe('public, max-age=31536000, immutable');
    }
  });

  it('keeps its policy when a browser asks whether it has changed', async () => {
    const { headers } = await get('/docs').expect(200);
    const etag = headers.etag ?? '"none"';
    const again = await get('/docs').set('If-None-Match', etag);
    expect(again.headers['content-security-policy']).toBe(headers['content-security-policy']);
  });

  it('leads to the guides, both references, the roles and the changelog', async () => {
    const { text } = await get('/docs').expect(200);
    const paths = ['guides/external-app', 'registry', 'oauth', 'roles', 'changelog'];
    for (const path of paths) {
      expect(text).toContain(`href="/docs/${path}"`);
      await get(`/docs/${path}`).expect(200);
    }
  });

  it('200 with the page of every rule and component', async () => {
    for (const path of ['/docs/errors', '/docs/lint', '/docs/components']) {
      const { text } = await get(path).expect(200);
      const links = [...text.matchAll(/href="(\/docs\/(?:lint|components)\/[^"#]+)"/g)];
      for (const [, link = ''] of links) await get(link).expect(200);
    }
    const { links } = (await acme.post('/v1/apps/validate', { app: 'x' }).expect(200)).body.data
      .errors[0];
    await get(new URL(links.about, 'http://registry.example.com').pathname).expect(200);
  });

  it.each([
    '/docs/lint/README',
    '/docs/lint/..%2ferrors',
    '/docs/api',
    '/docs/lint/a/b',
    '/docs/assets/x.js',
  ])('404 for %s', async (path) => {
    await get(path).expect(404);
  });

  it('405 for other methods', async () => {
    for (const path of ['/docs', '/docs/errors']) {
      const { headers } = await registry.anonymous('post', path).expect(405);
      expect(headers.allow).toBe('GET, HEAD');
    }
  });
});

describe('the documentation as Markdown', () => {
  const get = (path: string) => registry.anonymous('get', path);
  const here = (address: string) => address.replace('http://registry.example.com', '');
  const addressesIn = (text: string) =>
    [...text.replaceAll(/```[\s\S]*?```|`[^`\n]*`/g, 'code').matchAll(/\]\(([^)\s]+)\)/g)].map(
      ([, address = '']) => address,
    );

  async function expectServed(links: readonly string[], known: Set<string>): Promise<void> {
    for (const link of links) {
      const [target = ''] = link.split('#');
      if (!known.has(target)) await get(here(target)).expect(200);
    }
  }

  it('/llms.txt leads to every page, whose links lead to Markdown too', async () => {
    const index = await get('/llms.txt').expect(200);
    expect(index.text).toMatch(/^# App registry\n\n> .+\n\n.+\n\n## API\n\n- \[API reference\]/);
    const known = new Set(addressesIn(index.text));
    for (const folder of ['components', 'guides', 'lint']) {
      for (const page of await listPages(
        documentsFolderAbove(import.meta.dirname),
        folder as 'lint',
      ))
        expect(known).toContain(`http://registry.example.com/docs/${folder}/${page}.md`);
    }
    for (const address of [...known].filter((one) => here(one) !== one)) {
      const { headers, text } = await get(here(address)).expect(200);
      if (!address.endsWith('.md')) continue;
      expect(headers['content-type']).toBe('text/markdown; charset=utf-8');
      await expectServed(
        addressesIn(text).filter((one) => here(one) !== one),
        known,
      );
    }
  });

  it('the API reference has every operation and schema', async () => {
    const { text } = await get('/docs.md').expect(200);
    for (const [path, methods] of Object.entries(document.paths)) {
      for (const method of Object.keys(methods)) {
        expect(text).toContain(`\n### ${method.toUpperCase()} ${path}\n`);
      }
    }
    for (const name of Object.keys(document.components.schemas)) {
      expect(text).toContain(`\n### ${name}\n`);
    }
  });

  it.each(['/docs', '/docs/lint', '/docs/lint/unused-step', '/docs/errors'])(
    '%s is Markdown for those who prefer it',
    async (path) => {
      const markdown = await get(path).set('Accept', 'text/markdown, text/html;q=0.9').expect(200);
      const { headers, text } = await get(`${path}.md`).expect(200);
      expect([markdown.text, markdown.headers.etag]).toEqual([text, headers.etag]);
      const page = await get(path).expect('Content-Type', 'text/html; charset=utf-8');
      for (const one of [markdown, page]) expect(one.headers.vary).toMatch(/(^|, )Accept(,|$)/);
      expect(page.text).toContain(`rel="alternate" type="text/markdown" href="${path}.md"`);
      await get(`${path}.md`).set('If-None-Match', String(headers.etag)).expect(304);
    },
  );

  it.each(['/docs/lint/README.md', '/docs/lint/..%2ferrors.md', '/docs/decisions.md'])(
    '404 for %s',
    async (path) => {
      await get(path).expect(404);
    },
  );
});

describe('links.about of an error', () => {
  it('leads to the anchor of its code', async () => {
    const { body } = await registry.anonymous('get', '/v1/me').expect(401);
    const { about } = body.errors[0].links;
    expect(about).toBe('http://registry.example.com/docs/errors#unauthorized');
    const { text } = await registry.anonymous('get', '/docs/errors').expect(200);
    expect(text).toContain('id="unauthorized"');
  });
});
