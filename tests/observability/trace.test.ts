import { Browser } from '@app-platform/testing/http/browser';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type ExternalApp, newExternalApp, PASSWORD } from '../platform/external-app.ts';
import type { Platform } from '../platform/platform.ts';
import { platformWithApp } from '../platform/platform-with-app.ts';

const SCOPES = ['org.permission.customer', 'offline_access'];
let platform: Platform;
let app: ExternalApp;

beforeAll(async () => {
  ({ platform, app } = await platformWithApp());
});
afterAll(() => platform.close());

let lastTrace = 0;
function newTrace() {
  lastTrace += 1;
  const traceId = `${lastTrace}`.padStart(32, 'a');
  return { traceId, headers: { traceparent: `00-${traceId}-00f067aa0ba902b7-01` } };
}

type Line = { msg: string; path?: string; traceId?: string; requestId?: string };
const lines = () => platform.logLines.map((line): Line => JSON.parse(line));
const linesOf = (traceId: string) => lines().filter((line) => line.traceId === traceId);
const requestsOf = (traceId: string) =>
  linesOf(traceId)
    .filter(({ msg }) => msg === 'request')
    .map(({ path }) => path);

/** Until something that goes on in the background has left what is looked for. */
async function eventually<T>(look: () => Promise<T | undefined>): Promise<T> {
  for (;;) {
    const found = await look();
    if (found !== undefined) return found;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

describe('one traceparent', () => {
  it('goes from authorize and token to the registry, both logs and the audit rows', async () => {
    const { traceId, headers } = newTrace();
    const browser = new Browser({
      send: (url, init) => fetch(url, { ...init, headers: { ...init?.headers, ...headers } }),
    });
    const signIn = await browser.open(app.authorizeUrl(SCOPES), platform.oauthUrl);
    const consent = await browser.submit(signIn, { email: app.email, password: PASSWORD });
    const { url } = await browser.submit(consent, { decision: 'allow' });
    const code = url.searchParams.get('code') ?? '';
    const exchange = { grant_type: 'authorization_code', code, redirect_uri: app.redirectUri };
    expect((await app.token(exchange, headers)).status).toBe(200);
    expect(requestsOf(traceId)).toEqual(
      expect.arrayContaining([
        '/oauth/authorize',
        '/oauth/token',
        `/internal/clients/${app.clientId}`,
        expect.stringMatching('/internal/token-request-(clients|checks)'),
      ]),
    );
    const rows = (await platform.auditEvents()).filter((row) => row.traceId === traceId);
    expect(rows.map(({ action }) => action)).toEqual(['sign_in.succeeded', 'consent.granted']);
    const shown = await fetch(`${platform.baseUrl}/v1/audit?filter[action]=consent.granted`, {
      headers: { authorization: `Bearer ${app.apiKey}` },
    });
    const { data } = (await shown.json()) as { data: { attributes: { traceId: string } }[] };
    expect(data[0]?.attributes.traceId).toBe(traceId);
  });

  it('goes from the registry to the OAuth service', async () => {
    const { traceId, headers } = newTrace();
    await fetch(`${platform.baseUrl}/v1/audit`, {
      headers: { authorization: `Bearer ${app.apiKey}`, ...headers },
    });
    const path = `/internal/organizations/${app.organizationId}/audit-events`;
    expect(requestsOf(traceId)).toEqual(expect.arrayContaining(['/v1/audit', path]));
  });

  it('goes along where nobody waits for the answer', async () => {
    const other = await newExternalApp(platform);
    await other.install();
    const { traceId, headers } = newTrace();
    await fetch(`${platform.baseUrl}/v1/apps/installed/${other.name}`, {
      method: 'DELETE',
      headers: { authorization: `Bearer ${other.apiKey}`, ...headers },
    });
    const path = '/internal/grant-revocations';
    await eventually(async () => requestsOf(traceId).find((one) => one === path));
  });

  it('is in every line that is logged on the way, those of libraries too', async () => {
    const { traceId, headers } = newTrace();
    await app.token({ grant_type: 'refresh_token', refresh_token: 'none' }, headers);
    const refusal = linesOf(traceId).find(({ msg }) => msg === 'request refused');
    expect(refusal?.requestId).toMatch(/^[\w-]{36}$/);
  });
});

describe('a traceparent that is', () => {
  it.each([
    ['missing', undefined],
    ['empty', ''],
    ['no traceparent', 'hello'],
    ['in capitals', `00-${'A'.repeat(32)}-${'b'.repeat(16)}-01`],
    ['of no trace', `00-${'0'.repeat(32)}-${'b'.repeat(16)}-01`],
    ['of no span', `00-${'a'.repeat(32)}-${'0'.repeat(16)}-01`],
    ['of the version that is none', `ff-${'a'.repeat(32)}-${'b'.repeat(16)}-01`],
    ['too long', `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01-more`],
    ['given twice', `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01, 00-${'c'.repeat(32)}-1-01`],
  ])('%s is replaced', async (_name, traceparent) => {
    const requestId = `r${Math.random()}`;
    const headers = { 'x-request-id': requestId, ...(traceparent && { traceparent }) };
    await fetch(`${platform.baseUrl}/v1/me`, { headers });
    const [line] = lines().filter((one) => one.requestId === requestId);
    expect(line?.traceId).toMatch(/^[0-9a-f]{32}$/);
    expect(line?.traceId).not.toMatch(/^(.)\1+$/);
  });
});
