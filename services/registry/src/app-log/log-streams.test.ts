import type { EventStream } from '@app-platform/http-api';
import { createLogger, openTelemetry } from '@app-platform/runtime';
import { until } from '@app-platform/testing/until';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { Principal } from '../authentication/principal.ts';
import type { OauthClient } from '../oauth-client/oauth-client.ts';
import type { AppLogStores } from './app-log-stores.ts';
import { LogStreams } from './log-streams.ts';

const STREAMS = 1_500;

/** What was asked, by name. */
let asked: Record<string, number>;
let failing: boolean;
let lines: string[];
let streams: LogStreams;

const count = (name: string) => {
  asked[name] = (asked[name] ?? 0) + 1;
  if (failing) throw new Error('away');
};

const appLog = {
  deliveryChanges: {
    position: async () => {
      count('position');
      return '1:1:';
    },
    read: async () => {
      count('deliveries');
      return { position: '1:1:', deliveryIds: [] };
    },
  },
  apps: {
    isOwn: async () => {
      count('isOwn');
      return true;
    },
  },
  auditTrail: {
    listOfSubjects: async () => {
      count('audit');
      return [];
    },
  },
  installationEvents: {
    list: async () => {
      count('installations');
      return [];
    },
  },
} as unknown as AppLogStores;

const oauthClient = {
  listRecentRefusedRequests: async ({ clientIds }: { clientIds: string[] }) => {
    expect(clientIds.length).toBeLessThanOrEqual(1_000);
    count('refused');
    return [];
  },
} as unknown as OauthClient;

beforeEach(async () => {
  const { metrics } = await openTelemetry('registry');
  asked = {};
  failing = false;
  lines = [];
  streams = new LogStreams({
    database: { appLog },
    oauthClient,
    clock: () => new Date(),
    logger: createLogger('registry', 'info', { write: (line) => void lines.push(line) }),
    metrics,
    settings: { pollMilliseconds: 1, most: STREAMS, lifeMilliseconds: 60_000 },
  });
  streams.start();
});
afterEach(() => streams.stop());

const follow = (number: number) => {
  const organizationId = String(number).padStart(24, '0');
  const principal = { organizationId, roles: [] } as unknown as Principal;
  const app = {
    appId: BigInt(number),
    name: `app${number}`,
    clientId: `${number}`,
    organizationId,
  };
  return streams.follow({ app, principal, callerNow: async () => principal });
};

const polls = (number: number) =>
  until(`${number} polls`, 10_000, () => (asked.deliveries ?? 0) >= number);

describe('many streams that are quiet', () => {
  it('cost one statement, and a call for a thousand apps, at each poll; none costs nothing', async () => {
    const followers = await Promise.all(Array.from({ length: STREAMS }, (_, at) => follow(at)));
    await polls(5);
    const { deliveries = 0, refused = 0, ...others } = asked;
    expect(others).toEqual({ position: 1 });
    expect(Math.abs(refused - 2 * deliveries)).toBeLessThanOrEqual(2);
    await expect(follow(STREAMS)).rejects.toThrow('too_many_streams');
    for (const follower of followers) follower.end();
    const last = await follow(0);
    await polls((asked.deliveries ?? 0) + 1);
    last.end();
    const before = { ...asked };
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect((asked.deliveries ?? 0) - (before.deliveries ?? 0)).toBeLessThanOrEqual(1);
  });

  it('a change costs three statements for its app alone, and any change as much for each', async () => {
    await Promise.all([follow(1), follow(2)]);
    const subject = 'app1-1.0.0';
    const change = { action: 'app_version.registered', organizationId: null, subject };
    streams.note([change, { ...change, subject: 'unknown-1.0.0' }]);
    await until('it is read', 10_000, () => asked.installations === 1);
    const { isOwn, audit, installations } = asked;
    expect({ isOwn, audit, installations }).toEqual({ isOwn: 1, audit: 1, installations: 1 });
  });

  it('a source that fails is logged, and read again', async () => {
    await follow(1);
    failing = true;
    streams.note([{ action: 'app.tagged', organizationId: null, subject: 'app1' }]);
    await until('it is logged', 10_000, () => lines.join().includes('logs of apps not read'));
    failing = false;
    asked = {};
    await until('it is read', 10_000, () => Boolean(asked.deliveries && asked.refused));
  });
});

describe('a stream whose caller may follow no more before it begins', () => {
  it('ends as soon as it begins, and sends nothing that is kept', async () => {
    const follower = await follow(1);
    follower.end();
    const calls: string[] = [];
    const stream = {
      onEnd: () => undefined,
      send: () => calls.push('send'),
      end: () => calls.push('end'),
    } as unknown as EventStream;
    const attributes = { at: '', action: '', subject: '' };
    const record = { type: 'audit_event', id: '1', attributes } as const;
    follower.begin(stream, [{ at: new Date(), key: '1', record }]);
    expect(calls).toEqual(['end']);
  });
});
