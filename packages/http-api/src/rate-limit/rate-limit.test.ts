import { randomUUID } from 'node:crypto';
import { createLogger, openTelemetry } from '@app-platform/runtime';
import { RedisConnection } from '@app-platform/runtime/redis';
import { testRedisUrl } from '@app-platform/testing/redis/config';
import { afterAll, describe, expect, it } from '@jest/globals';
import express from 'express';
import request from 'supertest';
import { errorHandler } from '../server/error-handler.ts';
import { requestContext } from '../server/observe-requests.ts';
import { byNetwork, type RateLimit, rateLimit } from './rate-limit.ts';

const telemetry = await openTelemetry('test');
const ignore = () => undefined;
const redisUrl = testRedisUrl();
const connections: RedisConnection[] = [];
afterAll(() => Promise.all(connections.map((one) => one.close())));

function unopened(url: string): RedisConnection {
  const connection = new RedisConnection({ url }, ignore);
  connections.push(connection);
  return connection;
}

async function connect(url: string): Promise<RedisConnection> {
  const connection = unopened(url);
  await connection.open();
  return connection;
}

/** A replica that answers with the status in `x-status` and counts by the header `x-caller`. */
function replica(options: Partial<RateLimit> = {}) {
  const app = express();
  const logger = createLogger('test', 'silent');
  app.use(requestContext({ logger, telemetry, port: 'public' }));
  app.use(
    rateLimit({
      name: 'tries',
      perMinute: 3,
      metrics: telemetry.metrics,
      keyOf: (incoming) => incoming.get('x-caller'),
      ...options,
    }),
  );
  app.use((incoming, response) => {
    response.status(Number(incoming.get('x-status') ?? 200)).end();
  });
  app.use(errorHandler(() => undefined));
  return async (caller: string, status = 200) => {
    const answer = await request(app)
      .post('/')
      .set('x-caller', caller)
      .set('x-status', `${status}`);
    return answer;
  };
}

async function statuses(ask: ReturnType<typeof replica>, times: number, caller: string) {
  const answers: number[] = [];
  for (let count = 0; count < times; count += 1) answers.push((await ask(caller)).status);
  return answers;
}

describe('a rate limit', () => {
  it('429: refuses requests of one key beyond the limit, with Retry-After', async () => {
    const ask = replica();
    expect(await statuses(ask, 4, 'a')).toEqual([200, 200, 200, 429]);
    const { body, headers } = await ask('a');
    expect(body.errors).toEqual([
      expect.objectContaining({ status: 429, code: 'too_many_requests' }),
    ]);
    expect(Number(headers['retry-after'])).toBeGreaterThan(0);
    expect(headers.ratelimit).toContain('tries');
    expect(headers['ratelimit-policy']).toBe('"tries"; q=3; w=60');
    expect((await ask('b')).status).toBe(200);
  });

  it('counts its refusals as a metric', async () => {
    const { rateLimitRefusals } = telemetry.metrics;
    const counted = async () => (await rateLimitRefusals.get()).values.map(({ value }) => value);
    const [before = 0] = await counted();
    await statuses(replica(), 5, 'a');
    expect(await counted()).toEqual([before + 2]);
  });

  it('counts only refusals with onlyRefusals', async () => {
    const ask = replica({ onlyRefusals: true });
    expect(await statuses(ask, 10, 'a')).not.toContain(429);
    for (let count = 0; count < 3; count += 1) await ask('a', 401);
    expect((await ask('a')).status).toBe(429);
  });

  it('counts no request without a key', async () => {
    const ask = replica({ keyOf: () => undefined });
    expect(await statuses(ask, 10, 'a')).not.toContain(429);
  });

  it('counts in memory while Redis is down', async () => {
    const ask = replica({ redis: await connect('redis://127.0.0.1:1') });
    expect(await statuses(ask, 4, 'a')).toEqual([200, 200, 200, 429]);
  });
});

for (const url of redisUrl ? [redisUrl] : []) {
  describe('replicas with one Redis', () => {
    it('count together', async () => {
      const name = `tries-${randomUUID()}`;
      const one = replica({ name, redis: await connect(url) });
      const other = replica({ name, redis: await connect(url) });
      await one('a');
      await other('a');
      expect([(await one('a')).status, (await other('a')).status]).toEqual([200, 429]);
    });

    it('count together from the first request, which opens the connection', async () => {
      const name = `tries-${randomUUID()}`;
      const [one, other] = [unopened(url), unopened(url)].map((redis) => replica({ name, redis }));
      const answers = await Promise.all([one?.('a'), other?.('a'), one?.('a'), other?.('a')]);
      expect(answers.map((answer) => answer?.status).sort()).toEqual([200, 200, 200, 429]);
    });

    it('admit exactly the limit under concurrency', async () => {
      const limit = { name: `tries-${randomUUID()}`, perMinute: 40 };
      const one = replica({ ...limit, redis: await connect(url) });
      const other = replica({ ...limit, redis: await connect(url) });
      const asked = Array.from({ length: 30 }, () => [one('a'), other('a')]);
      const answers = await Promise.all(asked.flat());
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(40);
      expect(answers.filter(({ status }) => status === 429)).toHaveLength(20);
    });

    it('count only refusals with onlyRefusals', async () => {
      const name = `tries-${randomUUID()}`;
      const ask = replica({ name, onlyRefusals: true, redis: await connect(url) });
      expect(await statuses(ask, 10, 'a')).not.toContain(429);
      for (let count = 0; count < 3; count += 1) await ask('a', 401);
      expect((await ask('a')).status).toBe(429);
    });

    it('do not ask Redis again once the limit is used up', async () => {
      const name = `tries-${randomUUID()}`;
      const redis = await connect(url);
      const ask = replica({ name, redis });
      expect(await statuses(ask, 6, 'a')).toEqual([200, 200, 200, 429, 429, 429]);
      const key = `app-platform:rate:${name}:a`;
      expect(await redis.send(key, ['GET', key])).toBe('3');
    });

    it('give every key a time to live', async () => {
      const name = `tries-${randomUUID()}`;
      const redis = await connect(url);
      const ask = replica({ name, redis });
      await ask('a');
      const key = `app-platform:rate:${name}:a`;
      const milliseconds = await redis.send<number>(key, ['PTTL', key]);
      expect(milliseconds).toBeGreaterThan(50_000);
      expect(milliseconds).toBeLessThanOrEqual(60_000);
    });

    it('count in memory while Redis is down and together when it is back', async () => {
      const name = `tries-${randomUUID()}`;
      const redis = await connect(url);
      const ask = replica({ name, redis });
      expect((await ask('a')).status).toBe(200);
      const send = redis.send;
      redis.send = () => Promise.reject(new Error('away'));
      expect(await statuses(ask, 4, 'a')).toEqual([200, 200, 200, 429]);
      redis.send = send;
      expect(await statuses(ask, 3, 'a')).toEqual([200, 200, 429]);
    });
  });
}

describe('the network of a request', () => {
  it.each([
    ['203.0.113.7', '203.0.113.7'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ])('of %s is %s', (address, network) => {
    const response = { locals: { context: { address } } } as unknown as express.Response;
    expect(byNetwork({} as express.Request, response)).toBe(network);
  });
});
