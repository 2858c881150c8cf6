import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createLogger, InternalCalls, openTelemetry } from '@app-platform/service-kit';
import { describe, expect, it } from '@jest/globals';
import { OauthClient } from '../oauth-client/oauth-client.ts';
import { RevocationList } from './revocation-list.ts';

const revocation = { id: '7', kind: 'grant', value: 'g', expiresAt: '2999-01-01T00:00:00.000Z' };

describe('the age of what is known to be revoked', () => {
  it('grows while the feed cannot be read, and begins anew when it was', async () => {
    let status = 503;
    const server = createServer((_request, response) => {
      response.statusCode = status;
      response.end(JSON.stringify({ revocations: [revocation] }));
    }).listen(0, '127.0.0.1');
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
    server.close();
    server.closeAllConnections();
  });
});
