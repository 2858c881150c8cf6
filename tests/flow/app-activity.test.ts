import { tokens } from '@app-platform/testing/credentials';
import { apiCaller, succeedingCaller } from '@app-platform/testing/http/api-caller';
import { until } from '@app-platform/testing/until';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  startReceiver,
  type WebhookReceiver,
} from '../../services/registry/testing/webhook-receiver.ts';
import { authorizedApp } from '../platform/authorized-app.ts';
import { newMember } from '../platform/external-app.ts';
import { type Platform, startPlatform } from '../platform/platform.ts';

const WRITTEN_MILLISECONDS = 20_000;

type Counts = Record<'signIns' | 'tokens' | 'refused' | 'deliveries' | 'failedDeliveries', number>;
type Hour = Counts & { hour: string };

let platform: Platform;
let receiver: WebhookReceiver;

beforeAll(async () => {
  platform = await startPlatform({ usageFlushSeconds: 0.2 });
  receiver = await startReceiver();
});
afterAll(async () => {
  await platform.close();
  await receiver.close();
});

const pathOf = (name: string) => `/v1/apps/installed/${name}/activity`;

/** The sums of the last week, whose last hours are those of the test. */
async function countsOf({ name, apiKey }: { name: string; apiKey: string }): Promise<Counts> {
  const call = succeedingCaller(platform.baseUrl, apiKey);
  const { data } = await call('GET', pathOf(name));
  expect(data.attributes.complete).toBe(true);
  const hours: Hour[] = data.attributes.hours;
  expect(hours).toHaveLength(168);
  const sum = (kind: keyof Counts) => hours.reduce((total, one) => total + one[kind], 0);
  expect(sum('tokens')).toBe(hours.slice(-2).reduce((total, one) => total + one.tokens, 0));
  const [signIns, tokens, refused] = [sum('signIns'), sum('tokens'), sum('refused')];
  const failedDeliveries = sum('failedDeliveries');
  return { signIns, tokens, refused, deliveries: sum('deliveries'), failedDeliveries };
}

/** Waits until as much is written as was done, then for another flush, which adds nothing. */
async function expectCounts(app: { name: string; apiKey: string }, expected: Counts) {
  const isWritten = async () => JSON.stringify(await countsOf(app)) === JSON.stringify(expected);
  await until('the activity is written', WRITTEN_MILLISECONDS, isWritten).catch(() => undefined);
  expect(await countsOf(app)).toEqual(expected);
}

describe('activity of an installed app', () => {
  it('has sign-ins, tokens, requests that either service refused, and deliveries', async () => {
    // It is gone: the delivery is not repeated.
    receiver.answer = (response) => response.writeHead(410).end();
    const lifecycleWebhooks = [{ url: receiver.url, events: ['app.installed'] }];
    const { app, tokens } = await authorizedApp(
      platform,
      {},
      { definition: { lifecycleWebhooks } },
    );
    const refresh = (refreshToken: string) =>
      app.token({ grant_type: 'refresh_token', refresh_token: refreshToken });
    const { status, body } = await refresh(String(tokens.refresh_token));
    expect(status).toBe(200);
    // A parameter that nobody knows has it answered by oidc-provider.
    const full = { grant_type: 'refresh_token', refresh_token: String(body.refresh_token) };
    expect((await app.token({ ...full, a_parameter_that_nobody_knows: 'x' })).status).toBe(200);
    expect((await refresh('unknown')).status).toBe(400);
    const asApp = apiCaller(platform.baseUrl, String(tokens.access_token));
    expect((await asApp('GET', '/v1/me')).status).toBe(200);
    expect((await asApp('GET', '/v1/audit')).status).toBe(403);
    await receiver.untilReceived(1);
    await expectCounts(app, {
      ...{ signIns: 1, tokens: 3, refused: 2 },
      ...{ deliveries: 1, failedDeliveries: 1 },
    });
    const revoked = { token: String(body.refresh_token), client_id: app.clientId };
    const form = new URLSearchParams({ ...revoked, client_secret: app.clientSecret });
    await fetch(`${platform.oauthUrl}/oauth/revoke`, { method: 'POST', body: form });
    expect((await asApp('GET', '/v1/me')).status).toBe(401);
    await expectCounts(app, {
      ...{ signIns: 1, tokens: 3, refused: 3 },
      ...{ deliveries: 1, failedDeliveries: 1 },
    });
  });

  it('is that of the own organization alone', async () => {
    const { app } = await authorizedApp(platform, {}, { visibility: 'public' });
    await expectCounts(app, {
      ...{ signIns: 1, tokens: 1, refused: 0 },
      ...{ deliveries: 0, failedDeliveries: 0 },
    });
    const other = await newMember(platform, { email: 'other@example.com' });
    const call = apiCaller(platform.baseUrl, other.apiKey);
    expect((await call('GET', pathOf(app.name))).status).toBe(404);
    await call('POST', '/v1/apps/installed', { app: app.name });
    await expectCounts(
      { ...other, name: app.name },
      {
        ...{ signIns: 0, tokens: 0, refused: 0 },
        ...{ deliveries: 0, failedDeliveries: 0 },
      },
    );
  });
});

it.each(['clientId', 'from', 'until'])(
  'the OAuth service refuses a request of the registry without %s',
  async (left) => {
    const from = '2026-01-01T00:00:00.000Z';
    const query = new URLSearchParams({ clientId: 'one', from, until: from });
    query.delete(left);
    const path = `/internal/organizations/${'0'.repeat(24)}/activity`;
    const call = apiCaller(platform.oauthInternalUrl, tokens.serviceToken);
    const { status, body } = await call('GET', `${path}?${query}`);
    expect([status, body.errors[0].source]).toEqual([400, { parameter: left }]);
  },
);

describe('activity of all installed apps', () => {
  const HOUR_MILLISECONDS = 3_600_000;
  type Summary = { name: string; lastUsedAt: string | null; refused: number; complete: boolean };

  async function summaryOf(apiKey: string): Promise<Summary[]> {
    const { data } = await succeedingCaller(platform.baseUrl, apiKey)('GET', '/v1/apps/activity');
    return data.map(({ attributes }: { attributes: Summary }) => attributes);
  }

  /** Adds counts of an hour to what a service has. */
  async function addHour(
    service: 'registry' | 'oauth',
    { organizationId, clientId }: { organizationId: string; clientId: string },
    hoursAgo: number,
    counts: { tokens?: number; refused: number },
  ): Promise<string> {
    const current = Math.floor(Date.now() / HOUR_MILLISECONDS) * HOUR_MILLISECONDS;
    const hour = new Date(current - hoursAgo * HOUR_MILLISECONDS).toISOString();
    const { tokens = 0, refused } = counts;
    const others = service === 'oauth' ? 'sign_ins, tokens' : 'deliveries, failed_deliveries';
    await platform.execute(
      `INSERT INTO activity_hour (organization_id, client_id, hour, refused, ${others})
       VALUES ('${organizationId}', '${clientId}', '${hour}', ${refused}, 0, ${tokens})`,
      service,
    );
    return hour;
  }

  it('has the last hour of use, and what both services refused in a week', async () => {
    const { app } = await authorizedApp(platform, {}, { visibility: 'public' });
    const { name, apiKey } = app;
    const used = async () => (await summaryOf(apiKey))[0]?.lastUsedAt !== null;
    await until('the use is written', WRITTEN_MILLISECONDS, used);
    const [ofUse] = await summaryOf(apiKey);
    expect(Date.now() - Date.parse(ofUse?.lastUsedAt ?? '')).toBeLessThan(2 * HOUR_MILLISECONDS);
    expect(ofUse).toMatchObject({ name, refused: 0, complete: true });

    const other = await newMember(platform, { email: 'summary@example.com' });
    const call = apiCaller(platform.baseUrl, other.apiKey);
    expect(await summaryOf(other.apiKey)).toEqual([]);
    await call('POST', '/v1/apps/installed', { app: name });
    expect(await summaryOf(other.apiKey)).toEqual([
      { name, lastUsedAt: null, refused: 0, complete: true },
    ]);
    const theirs = { ...other, clientId: app.clientId };
    const lastUsedAt = await addHour('oauth', theirs, 200, { tokens: 2, refused: 8 });
    await addHour('oauth', theirs, 300, { tokens: 2, refused: 8 });
    await addHour('oauth', theirs, 100, { refused: 5 });
    await addHour('oauth', theirs, 3, { refused: 2 });
    await addHour('registry', theirs, 3, { refused: 1 });
    await addHour('registry', theirs, 169, { refused: 8 });
    expect(await summaryOf(other.apiKey)).toEqual([
      { name, lastUsedAt, refused: 8, complete: true },
    ]);
  });
});
