import { errorHandler, listen, rateLimit, requestContext } from '@app-platform/http-api';
import { createLogger, openTelemetry } from '@app-platform/runtime';
import { RedisConnection, type RedisTarget } from '@app-platform/runtime/redis';
import { somePrefix } from '@app-platform/testing/servers/redis-node';
import { describe, expect, it } from '@jest/globals';
import express from 'express';

const host = '127.0.0.1';
const PER_MINUTE = 3;

/** What the registry counts there. */
export function sharesRateLimits(name: string, target: () => RedisTarget): void {
  describe(`rate limits in ${name}`, () => {
    it('are of all replicas together, for each caller', async () => {
      const limit = somePrefix();
      const replicas = [await replica(limit, target()), await replica(limit, target())];
      for (const caller of ['a', 'b', 'c']) {
        const statuses: number[] = [];
        for (let count = 0; count < PER_MINUTE + 1; count += 1) {
          statuses.push((await replicas[count % 2]?.ask(caller)) ?? 0);
        }
        expect(statuses).toEqual([200, 200, 200, 429]);
      }
      await Promise.all(replicas.map((one) => one.close()));
    });
  });
}

async function replica(limit: string, target: RedisTarget) {
  const redis = new RedisConnection(target, () => undefined);
  await redis.open();
  const telemetry = await openTelemetry('test');
  const logger = createLogger('test', 'silent');
  const app = express();
  app.use(requestContext({ logger, telemetry, port: 'public' }));
  app.use(
    rateLimit({
      name: limit,
      perMinute: PER_MINUTE,
      keyOf: (request) => request.get('x-caller'),
      metrics: telemetry.metrics,
      redis,
    }),
  );
  app.use((_request, response) => void response.end());
  app.use(errorHandler(() => undefined));
  const listener = await listen(app, { host, port: 0 });
  return {
    ask: async (caller: string) => {
      const url = `http://${host}:${listener.port}`;
      const answer = await fetch(url, { headers: { 'x-caller': caller } });
      await answer.body?.cancel();
      return answer.status;
    },
    close: async () => {
      await listener.close();
      await redis.close();
    },
  };
}
