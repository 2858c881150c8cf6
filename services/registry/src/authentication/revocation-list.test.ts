import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
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
