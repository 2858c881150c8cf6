import { METHODS, request } from 'node:http';
import { definedStatements } from '@app-platform/runtime/database';
import { Browser } from '@app-platform/testing/http/browser';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { authorizedApp } from '../platform/authorized-app.ts';
import { newExternalApp, PASSWORD } from '../platform/external-app.ts';
import { type Platform, startPlatform } from '../platform/platform.ts';
import { type Scrape, scrape, total } from './prometheus-text.ts';

let platform: Platform;
const ofRegistry = () => scrape(platform.registryInternalUrl);
const ofOauth = () => scrape(platform.oauthInternalUrl);

beforeAll(async () => {
  platform = await startPlatform();
});
afterAll(() => platform.close());

/** How much a figure rises while something is done. */
async function rise(
  read: () => Promise<Scrape>,
  figure: [name: string, labels: Record<string, string>],
  work: () => Promise<unknown>,
): Promise<number> {
  const before = total(await read(), ...figure);
  await work();
  return total(await read(), ...figure) - before;
}

describe('/metrics', () => {
  it('is on the internal port, for whoever reaches that, and on no other', async () => {
    const { registryInternalUrl, oauthInternalUrl, baseUrl, oauthUrl } = platform;
    for (const url of [registryInternalUrl, oauthInternalUrl]) {
      const { status, headers } = await fetch(`${url}/metrics`);
      expect([status, headers.get('content-type')]).toEqual([
        200,
        'text/plain; version=0.0.4; charset=utf-8',
      ]);
    }
    for (const url of [baseUrl, oauthUrl]) {
      expect((await fetch(`${url}/metrics`)).status).toBe(404);
    }
  });

  it('tells rate, errors and duration by the route, not by the path', async () => {
    const labels = { port: 'public', method: 'GET', route: '/v1/apps/available/{appVersion}' };
    const counted = await rise(
      ofRegistry,
      ['http_request_duration_seconds_count', { ...labels, status: '4xx' }],
      () => fetch(`${platform.baseUrl}/v1/apps/available/one-0.0.1`),
    );
    expect(counted).toBe(1);
  });

  it("knows oidc-provider's endpoints", async () => {
    const figure = (route: string): [string, Record<string, string>] => [
      'http_request_duration_seconds_count',
      { route },
    ];
    const { app } = await authorizedApp(platform);
    const again = () => app.token({ grant_type: 'refresh_token', refresh_token: 'x' });
    expect(await rise(ofOauth, figure('/oauth/token'), again)).toBe(1);
    const found = await ofOauth();
    expect(total(found, ...figure('/oauth/authorize'))).toBeGreaterThan(0);
    expect(total(found, ...figure('/oauth/authorize/{uid}'))).toBeGreaterThan(0);
    expect(total(found, ...figure('/interaction/{uid}/consent'))).toBeGreaterThan(0);
  });

  it('tells of calls between the services, both ways', async () => {
    const name = 'internal_call_duration_seconds_count';
    const outcome = 'answered';
    const { app } = await authorizedApp(platform);
    const refresh = () => app.token({ grant_type: 'refresh_token', refresh_token: 'x' });
    const asked = await rise(ofOauth, [name, { operation: 'checkSecret', outcome }], refresh);
    expect(asked).toBe(1);
    const found = await ofRegistry();
    expect(total(found, name, { operation: 'listRevocations', outcome })).toBeGreaterThan(0);
  });

  it('tells the time of statements by their names in the code, those of transactions among them', async () => {
    const name = 'database_statement_duration_seconds';
    const { app, tokens } = await authorizedApp(platform);
    const refresh = () =>
      app.token({ grant_type: 'refresh_token', refresh_token: String(tokens.refresh_token) });
    const count = (statement: string): [string, Record<string, string>] => [
      `${name}_count`,
      { statement },
    ];
    expect(await rise(ofOauth, count('find-credentials'), refresh)).toBe(1);
    expect(await rise(ofOauth, count('limit-lock-wait'), refresh)).toBeGreaterThan(0);
    const known = new Set(definedStatements().map((statement) => statement.name));
    for (const families of [await ofRegistry(), await ofOauth()]) {
      const samples = families.get(name)?.samples ?? [];
      expect(samples.length).toBeGreaterThan(0);
      expect(samples.filter(({ labels }) => !known.has(labels.statement ?? ''))).toEqual([]);
    }
  });

  it('tells how old revocations and keys are', async () => {
    const registry = await ofRegistry();
    expect(registry.get('registry_revocation_feed_age_seconds')?.samples).toHaveLength(1);
    expect(total(registry, 'registry_published_keys_age_seconds')).toBeGreaterThan(0);
    const before = total(await ofOauth(), 'oauth_signing_key_age_seconds');
    platform.now.value = () => new Date(Date.now() + 1_000_000);
    const after = total(await ofOauth(), 'oauth_signing_key_age_seconds');
    platform.now.value = () => new Date();
    expect(after - before).toBeGreaterThanOrEqual(1000);
  });
});

describe('what comes of token requests', () => {
  it('is counted: issued, retried within the grace, reused, refused', async () => {
    const { app, tokens } = await authorizedApp(platform);
    const refresh = async (token: unknown) =>
      (await app.token({ grant_type: 'refresh_token', refresh_token: String(token) })).body;
    const counted = async (outcome: string, work: () => Promise<unknown>) =>
      rise(ofOauth, ['oauth_token_requests_total', { grant: 'refresh_token', outcome }], work);
    let next: Record<string, unknown> = {};
    const first = async () => {
      next = await refresh(tokens.refresh_token);
    };
    expect(await counted('issued', first)).toBe(1);
    expect(await counted('retried', first)).toBe(1);
    expect(await counted('issued', () => refresh(next.refresh_token))).toBe(1);
    expect(await counted('reused', () => refresh(tokens.refresh_token))).toBe(1);
    expect(await counted('refused', () => refresh(tokens.refresh_token))).toBe(1);
  });
});

describe('sign-ins', () => {
  it('are counted: succeeded, refused, throttled', async () => {
    const app = await newExternalApp(platform);
    const counted = async (outcome: string, passwords: string[]) => {
      const browser = new Browser();
      const address = `${platform.oauthUrl}/account/apps`;
      let page = await browser.open(address, platform.oauthUrl);
      const figure = { method: 'password', outcome };
      return rise(ofOauth, ['oauth_sign_ins_total', figure], async () => {
        for (const password of passwords) {
          page = await browser.submit(page, { email: app.email, password });
        }
      });
    };
    expect(await counted('succeeded', [PASSWORD])).toBe(1);
    expect(
      await counted(
        'refused',
        Array.from({ length: 10 }, () => 'wrong'),
      ),
    ).toBe(10);
    expect(await counted('throttled', ['wrong'])).toBe(1);
  });
});

describe('labels', () => {
  /** Sends what no route knows, and methods that nobody uses. */
  async function attack(address: string, times: number): Promise<void> {
    const methods = METHODS.filter((method) => method !== 'CONNECT');
    const prefixes = ['/', '/v1/apps/available/', '/oauth/', '/oauth/token/', '/interaction/'];
    const one = (number: number) =>
      new Promise<void>((resolve, reject) => {
        const random = Math.random().toString(36).slice(2);
        const path = `${prefixes[number % prefixes.length]}${random}/..%2f{"\\${number}`;
        const method = methods[Math.floor(Math.random() * methods.length)] ?? 'GET';
        request(new URL(encodeURI(path), address), { method }, (response) => {
          response.resume().on('end', resolve).on('error', reject);
        })
          .on('error', reject)
          .end();
      });
    for (let sent = 0; sent < times; sent += 20) {
      await Promise.all(Array.from({ length: 20 }, (_, index) => one(sent + index)));
    }
  }

  const usual = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'other'];
  const known =
    /^(unmatched|\/(livez|readyz|metrics|openapi\.json|docs|docs\/style\.css|assets\/style\.css|favicon\.ico)|\/(v1|oauth|interaction|account|internal|\.well-known)(\/[a-z.-]+|\/\{\w+\})*)$/;

  it.each(['registry', 'oauth'] as const)('of the %s are bounded under attack', async (service) => {
    const isRegistry = service === 'registry';
    const address = isRegistry ? platform.baseUrl : platform.oauthUrl;
    const read = isRegistry ? ofRegistry : ofOauth;
    await attack(address, 1000);
    const samples = (await read()).get('http_request_duration_seconds')?.samples ?? [];
    const values = (label: string) => [...new Set(samples.map(({ labels }) => labels[label]))];
    for (const method of values('method')) expect(usual).toContain(method);
    for (const status of values('status')) expect(status).toMatch(/^([2-5]xx|cut_off)$/);
    for (const route of values('route')) expect(route).toMatch(known);
    expect(values('method')).toContain('other');
    expect(values('route')).toContain('unmatched');
    // More of it is more of the same.
    await attack(address, 200);
    const routes = (await read()).get('http_request_duration_seconds')?.samples ?? [];
    expect([...new Set(routes.map(({ labels }) => labels.route))].toSorted()).toEqual(
      values('route').toSorted(),
    );
  });
});
