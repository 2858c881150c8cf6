import { apiCaller, succeedingCaller } from '@app-platform/testing/http/api-caller';
import { until } from '@app-platform/testing/until';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  startReceiver,
  type WebhookReceiver,
} from '../../services/registry/testing/webhook-receiver.ts';
import { authorizedApp } from '../platform/authorized-app.ts';
import { type Member, newMember } from '../platform/external-app.ts';
import { runOperator } from '../platform/operator.ts';
import { type Platform, startPlatform } from '../platform/platform.ts';

const WRITTEN_MILLISECONDS = 20_000;
const REFRESHES = 3;

type Usage = {
  organizationId: string;
  name: string | null;
  registry: Record<string, number>;
  oauth: Record<string, number>;
};

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

const today = () => new Date().toISOString().slice(0, 10);
const operator = (...parameters: string[]) => runOperator(platform, 'usage', ...parameters);

async function usageOf(organizationId: string): Promise<Usage | undefined> {
  const ended = await operator('--since', today(), '--organization', organizationId, '--json');
  if (ended.code !== 0) throw new Error(ended.stderr);
  const { organizations } = JSON.parse(ended.stdout) as { organizations: Usage[] };
  expect(organizations.length).toBeLessThanOrEqual(1);
  return organizations[0];
}

/** Waits until as much is written as was done, then for another flush, which adds nothing. */
async function expectUsage(
  organizationId: string,
  expected: Omit<Usage, 'organizationId' | 'name'>,
) {
  const isWritten = async () => {
    const { registry, oauth } = (await usageOf(organizationId)) ?? {};
    return JSON.stringify({ registry, oauth }) === JSON.stringify(expected);
  };
  await until(`the usage is ${JSON.stringify(expected)}`, WRITTEN_MILLISECONDS, isWritten);
  expect(await isWritten()).toBe(true);
}

const registryUsage = {
  requests: 0,
  webhookDeliveries: 0,
  webhookAttempts: 0,
  webhookFailures: 0,
};
const oauthUsage = {
  requests: 0,
  accessTokensByCode: 0,
  accessTokensByRefresh: 0,
  refreshTokens: 0,
};

describe('operator usage', () => {
  it('counts the tokens of both ways to issue them, and no retry and refusal', async () => {
    const { app, tokens } = await authorizedApp(platform);
    let token = String(tokens.refresh_token);
    const refresh = async (refreshToken: string, more = {}) => {
      const fields = { grant_type: 'refresh_token', refresh_token: refreshToken, ...more };
      return (await app.token(fields)).body;
    };
    for (let round = 0; round < REFRESHES; round += 1) {
      token = String((await refresh(token)).refresh_token);
    }
    // A parameter that nobody knows has it answered by oidc-provider.
    const full = { a_parameter_that_nobody_knows: 'x' };
    expect((await refresh(token, full)).access_token).toBeDefined();
    expect((await refresh(token, full)).access_token).toBeDefined();
    expect((await refresh('unknown')).error).toBe('invalid_grant');
    const oauth = apiCaller(platform.oauthUrl, app.apiKey);
    expect((await oauth('GET', '/v1/users')).status).toBe(200);
    // Registering the app, its secret and the installation.
    await expectUsage(app.organizationId, {
      registry: { ...registryUsage, requests: 3 },
      oauth: {
        // A code, the refreshes of both ways, a retry, and the API.
        requests: 1 + REFRESHES + 2 + 1,
        accessTokensByCode: 1,
        accessTokensByRefresh: REFRESHES + 1,
        refreshTokens: REFRESHES + 2,
      },
    });
  });

  it('counts requests and webhooks of each organization apart', async () => {
    const [busy, quiet] = await Promise.all([
      newMember(platform, { email: 'busy@example.com' }),
      newMember(platform, { email: 'quiet@example.com' }),
    ]);
    const call = (member: Member) => succeedingCaller(platform.baseUrl, member.apiKey);
    const webhook = { url: receiver.url, events: ['app.registered'] };
    const { data } = await call(busy)('POST', '/v1/webhooks', webhook);
    const definition = { app: 'busy_app', title: 'Busy', visibility: 'private', version: '0.0.1' };
    await call(busy)('POST', '/v1/apps/available', definition);
    await receiver.untilReceived(1);
    // A test is not tried again where it fails.
    receiver.answer = (response) => response.writeHead(500).end();
    await call(busy)('POST', `/v1/webhooks/${data.id}/test`);
    for (let sent = 0; sent < 4; sent += 1) await call(quiet)('GET', '/v1/me');
    await receiver.untilReceived(2);
    await expectUsage(busy.organizationId, {
      registry: {
        requests: 3,
        webhookDeliveries: 2,
        webhookAttempts: 2,
        webhookFailures: 1,
      },
      oauth: oauthUsage,
    });
    await expectUsage(quiet.organizationId, {
      registry: { ...registryUsage, requests: 4 },
      oauth: oauthUsage,
    });
  });

  it('prints a table for people, the most requests first', async () => {
    const { code, stdout } = await operator('--since', today());
    expect(code).toBe(0);
    const [head, ...rows] = stdout.trimEnd().split('\n');
    expect(head).toMatch(
      /^ORGANIZATION {14}NAME +REQUESTS +ACCESS TOKENS +REFRESH TOKENS +WEBHOOKS/,
    );
    const requests = rows.map((row) => Number(row.split(/ {2,}/)[2]));
    expect(requests).toEqual(requests.toSorted((one, other) => other - one));
    expect(requests).toEqual([10, 4, 3]);
    const before = await operator('--since', '2020-01-01', '--until', '2020-12-31');
    expect([before.code, before.stdout]).toEqual([0, 'Nothing was used.\n']);
  });

  it.each([
    [
      ['--since', '31.1.2026'],
      "--since takes a day of the calendar, such as 2026-01-31, not '31.1.2026'.",
    ],
    [
      ['--since', '2026-02-30'],
      "--since takes a day of the calendar, such as 2026-01-31, not '2026-02-30'.",
    ],
    [['--since', '2026-02-01', '--until', 'now'], '--until takes a day of the calendar'],
    [['--since', '2026-02-02', '--until', '2026-02-01'], 'Give the earlier day to --since.'],
  ])('says how to correct %s', async (parameters, message) => {
    const { code, stderr } = await operator(...parameters);
    expect(code).toBe(1);
    expect(stderr).toContain(message);
    expect(stderr).not.toContain('    at ');
  });
});
