import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { formatEndedGrants, formatRolesRevision } from '@app-platform/contracts';
import { createLogger, InternalCalls, openTelemetry } from '@app-platform/runtime';
import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { OauthClient } from '../oauth-client/oauth-client.ts';
import { RevocationList } from './revocation-list.ts';

const revocation = { id: '7', kind: 'grant', value: 'g', expiresAt: '2999-01-01T00:00:00.000Z' };

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.close();
    server.closeAllConnections();
  }
});

/** An OAuth service whose feed has two revocations in a page. */
async function pagedFeed(revocations: object[]) {
  const asked: number[] = [];
  const server = createServer(({ url = '' }, response) => {
    const after = Number(new URL(url, 'http://a').searchParams.get('after'));
    asked.push(after);
    const page = revocations.slice(after, after + 2);
    response.end(JSON.stringify({ revocations: page, more: after + 2 < revocations.length }));
  }).listen(0, '127.0.0.1');
  servers.push(server);
  await once(server, 'listening');
  const calls = new InternalCalls(await openTelemetry('registry'));
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const oauthClient = new OauthClient({ baseUrl, serviceToken: 's'.repeat(32), calls });
  const logger = createLogger('registry', 'silent');
  return { asked, list: new RevocationList({ oauthClient, clock: () => new Date(), logger }) };
}

describe('a feed of several pages', () => {
  const revocations = Array.from({ length: 5 }, (_, index) => ({
    ...revocation,
    id: `${index + 1}`,
    value: `g${index + 1}`,
  }));

  it('is read to its end before anything is said about any token', async () => {
    const { asked, list } = await pagedFeed(revocations);
    const reading = list.poll();
    expect(list.isLoaded).toBe(false);
    await reading;
    expect([list.isLoaded, list.size, asked]).toEqual([true, 5, [0, 2, 4]]);
    expect(list.isRevoked('grant', 'g5')).toBe(true);
  });

  it('reads the last 40 seconds again, since revocations may arrive late', async () => {
    const { asked, list } = await pagedFeed(revocations);
    const { now } = performance;
    const elapsed = jest.spyOn(performance, 'now');
    try {
      await list.poll();
      elapsed.mockImplementation(() => now.call(performance) + 39_000);
      await list.poll();
      elapsed.mockImplementation(() => now.call(performance) + 41_000);
      await list.poll();
      expect(asked).toEqual([0, 2, 4, 0, 2, 4, 5]);
    } finally {
      elapsed.mockRestore();
    }
  });
});

describe('the end of many grants', () => {
  const organizationId = 'o'.repeat(24);
  const grant = { organizationId, userId: 'u', clientId: 'c' };
  const all = { organizationId, userId: null, clientId: null, isFirstParty: null };
  const at = Date.parse('2026-11-28T10:00:00.000Z');
  const endOf = (id: string, value: string, until = at) => ({
    ...{ ...revocation, id, value },
    until: new Date(until).toISOString(),
  });

  it.each([
    ['of an app', { clientId: 'c' }, ['u c', 'v c']],
    ['of a user', { userId: 'u' }, ['u c', 'u d', 'u console']],
    ['of a user to an app', { userId: 'u', clientId: 'c' }, ['u c']],
    ['of a user to apps', { userId: 'u', isFirstParty: false }, ['u c', 'u d']],
    ['of a user to the platform', { userId: 'u', isFirstParty: true }, ['u console']],
  ])('%s covers those that were created until then', async (_of, of, covered) => {
    const { list } = await pagedFeed([endOf('1', formatEndedGrants({ ...all, ...of }))]);
    await list.poll();
    expect(list.size).toBe(1);
    const endedAt = (createdAt: number) =>
      ['u c', 'u d', 'u console', 'v c', 'v d', 'v console'].filter((parties) => {
        const [userId = '', clientId = ''] = parties.split(' ');
        return list.hasEnded({ organizationId, userId, clientId }, createdAt);
      });
    expect([endedAt(0), endedAt(at), endedAt(at + 1)]).toEqual([covered, covered, []]);
    expect(list.hasEnded({ ...grant, organizationId: 'p' }, 0)).toBe(false);
  });

  it('counts until the latest time, whichever is read last', async () => {
    const value = formatEndedGrants({ ...all, clientId: 'c' });
    const { list } = await pagedFeed([endOf('1', value, at + 5), endOf('2', value)]);
    await list.poll();
    expect([list.hasEnded(grant, at + 5), list.hasEnded(grant, at + 6)]).toEqual([true, false]);
  });

  it('of a user without roles refuses tokens of earlier versions of the roles', async () => {
    const value = formatRolesRevision({ accountId: 'u', version: 2 });
    const { list } = await pagedFeed([{ ...revocation, kind: 'roles', value, roles: [] }]);
    await list.poll();
    const hasLost = [1, 2].map((version) => list.hasLost({ accountId: 'u', version }, []));
    expect([list.size, ...hasLost]).toEqual([1, true, false]);
  });
});

describe('the age of the revocation list', () => {
  it('grows while the feed cannot be read, and begins anew when it was', async () => {
    let status = 503;
    const server = createServer((_request, response) => {
      response.statusCode = status;
      response.end(JSON.stringify({ revocations: [revocation] }));
    }).listen(0, '127.0.0.1');
    servers.push(server);
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const calls = new InternalCalls(await openTelemetry('registry'));
    const baseUrl = `http://127.0.0.1:${port}`;
    const oauthClient = new OauthClient({ baseUrl, serviceToken: 's'.repeat(32), calls });
    const logger = createLogger('registry', 'silent');
    const list = new RevocationList({ oauthClient, clock: () => new Date(), logger });

    const atFirst = list.ageSeconds;
    await list.poll();
    const whileAway = list.ageSeconds;
    expect([whileAway > atFirst, list.isLoaded, list.size]).toEqual([true, false, 0]);
    status = 200;
    const reading = list.poll();
    const before = list.ageSeconds;
    expect(before).toBeGreaterThanOrEqual(whileAway);
    await reading;
    // Of when it was asked, for what was revoked since may not be in the answer.
    expect(list.isRevoked('grant', 'g')).toBe(true);
    expect(list.size).toBe(1);
    const afterReading = performance.now();
    await list.poll();
    expect(list.ageSeconds).toBeLessThanOrEqual((performance.now() - afterReading) / 1000);
  });
});
