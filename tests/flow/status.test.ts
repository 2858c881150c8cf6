import { freePort } from '@app-platform/testing/processes/free-ports';
import { RunningProcess } from '@app-platform/testing/processes/run-process';
import { Relay } from '@app-platform/testing/servers/relay';
import { until } from '@app-platform/testing/until';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import manifest from '../../services/registry/package.json' with { type: 'json' };
import { type PlatformProcesses, startPlatformProcesses } from '../platform/platform-processes.ts';

const NOTICED_MILLISECONDS = 30_000;

let toRegistry: Relay;
let toOauth: Relay;
let platform: PlatformProcesses;

beforeAll(async () => {
  const [registryPort, oauthPort] = [await freePort(), await freePort()];
  toRegistry = await Relay.start(await freePort(), registryPort);
  toOauth = await Relay.start(await freePort(), oauthPort);
  platform = await startPlatformProcesses({
    REGISTRY_INTERNAL_PORT: String(registryPort),
    OAUTH_INTERNAL_PORT: String(oauthPort),
    REGISTRY_INTERNAL_URL: toRegistry.url,
    OAUTH_INTERNAL_URL: toOauth.url,
    REQUESTS_PER_MINUTE: '400',
  });
});
afterAll(async () => {
  await platform?.close();
  RunningProcess.endAll();
  await Promise.all([toRegistry?.close(), toOauth?.close()]);
});

type Degraded = { part: string; since: string; effect: string };

async function statusOf(url: string) {
  const answer = await fetch(`${url}/status`);
  const text = await answer.text();
  const report = JSON.parse(text) as { status: string; version: string; degraded: Degraded[] };
  return { answer, text, report };
}

const partsOf = async (url: string) =>
  (await statusOf(url)).report.degraded.map(({ part }) => part);

const untilParts = (url: string, parts: string[]) =>
  until(`/status of ${url} names ${parts}`, NOTICED_MILLISECONDS, async () => {
    await askForToken();
    return String(await partsOf(url)) === String(parts);
  });

/** The OAuth service notices that the registry does not answer when a request needs it. */
async function askForToken(): Promise<void> {
  const body = new URLSearchParams({
    ...{ grant_type: 'refresh_token', refresh_token: 'unknown' },
    ...{ client_id: 'a'.repeat(24), client_secret: `acs_${'a'.repeat(43)}` },
  });
  await (await fetch(`${platform.oauthUrl}/oauth/token`, { method: 'POST', body })).text();
}

describe('/status of both services', () => {
  it('is up with the version, for anybody and for pages of any origin, and is not stored', async () => {
    for (const url of [platform.baseUrl, platform.oauthUrl]) {
      await untilParts(url, []);
      const { answer, report } = await statusOf(url);
      expect(answer.status).toBe(200);
      expect(report).toEqual({ status: 'up', version: manifest.version, degraded: [] });
      expect(answer.headers.get('cache-control')).toBe('no-store');
      expect(answer.headers.get('access-control-allow-origin')).toBe('*');
      expect(answer.headers.get('ratelimit')).toContain('"requests"');
    }
  });

  it.each([
    ['registry', () => platform.baseUrl, () => toOauth, 'oauth_service'],
    ['OAuth service', () => platform.oauthUrl, () => toRegistry, 'registry'],
  ] as const)(
    'of the %s names the other one while it cannot be reached, without addresses and reasons, and not afterwards',
    async (_service, urlOf, relayOf, part) => {
      const [url, relay] = [urlOf(), relayOf()];
      await untilParts(url, []);
      const cutAt = Date.now();
      await relay.set({ kind: 'refuse' });
      await untilParts(url, [part]);
      const { answer, text, report } = await statusOf(url);
      expect(answer.status).toBe(200);
      expect(report.status).toBe('degraded');
      const [degraded] = report.degraded;
      expect(Object.keys(degraded ?? {})).toEqual(['part', 'since', 'effect']);
      expect(Date.parse(degraded?.since ?? '')).toBeGreaterThanOrEqual(cutAt);
      expect(degraded?.effect).toMatch(/^[A-Z][^.]+\.$/);
      expect(text).not.toMatch(/127\.0\.0\.1|localhost|http:|ECONN|postgres|pglite/i);
      await relay.set({ kind: 'pass' });
      await untilParts(url, []);
    },
    90_000,
  );

  it('refuses other methods', async () => {
    for (const url of [platform.baseUrl, platform.oauthUrl]) {
      const { status, headers } = await fetch(`${url}/status`, { method: 'POST' });
      expect([status, headers.get('allow')]).toEqual([405, 'GET, HEAD, OPTIONS']);
    }
  });

  it('counts as a request of its network', async () => {
    for (const url of [platform.baseUrl, platform.oauthUrl]) {
      await until('requests are refused', NOTICED_MILLISECONDS, async () => {
        const answers = Array.from({ length: 100 }, () => fetch(`${url}/status`));
        const statuses = (await Promise.all(answers)).map(({ status }) => status);
        return statuses.includes(429);
      });
      const { errors } = (await (await fetch(`${url}/status`)).json()) as { errors: object[] };
      expect(errors).toEqual([expect.objectContaining({ code: 'too_many_requests' })]);
    }
  });
});
