import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type RunningRegistry, startRegistry } from '../testing/start-registry.ts';

const baseUrl = 'https://registry.example.com';
let registry: RunningRegistry;

beforeAll(async () => {
  registry = await startRegistry({ baseUrl, trustedProxies: 1 });
});
afterAll(() => registry.close());

describe('a request that did not come over https', () => {
  it.each([
    ['/docs', `${baseUrl}/docs`],
    ['/v1/apps/available?q=a%20b&tag=x', `${baseUrl}/v1/apps/available?q=a%20b&tag=x`],
    ['//evil.example/', `${baseUrl}//evil.example/`],
    ['/\\evil.example/', `${baseUrl}//evil.example/`],
  ])('is redirected to the public address: GET %s', async (path, location) => {
    const answer = await registry.anonymous('get', path).set('Host', 'evil.example');
    expect([answer.status, answer.headers.location]).toEqual([308, location]);
    expect(answer.headers).not.toHaveProperty('strict-transport-security');
  });

  it.each([
    ['get', '/v1/me', { authorization: 'Bearer any' }],
    ['post', '/v1/apps/available', {}],
    ['delete', '/v1/apps/installed/any', {}],
  ] as const)('is refused: %s %s', async (method, path, headers) => {
    const { status, body } = await registry.anonymous(method, path).set(headers);
    expect([status, body.errors[0].code]).toEqual([400, 'https_required']);
    expect(body.errors[0].detail).toContain(`Send it to ${baseUrl}`);
  });
});

describe('a request that came over https', () => {
  it('is served, with HSTS', async () => {
    const asked = registry.anonymous('get', '/docs').set('X-Forwarded-Proto', 'https');
    const { headers } = await asked.expect(200);
    expect(headers['strict-transport-security']).toMatch(/^max-age=\d{8}/);
  });
});

describe('X-Forwarded-Proto', () => {
  it('of a proxy that is not trusted does not count', async () => {
    const untrusting = await startRegistry({ baseUrl });
    const asked = untrusting.anonymous('get', '/docs').set('X-Forwarded-Proto', 'https');
    expect((await asked).status).toBe(308);
    await untrusting.close();
  });
});

describe('the internal port', () => {
  it('serves plain HTTP, without HSTS', async () => {
    const path = '/internal/organizations';
    const { headers } = await registry
      .internal('operator', 'post', path, { name: 'Acme' })
      .expect(201);
    expect(headers).not.toHaveProperty('strict-transport-security');
  });
});
