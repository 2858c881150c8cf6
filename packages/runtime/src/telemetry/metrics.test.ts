import { describe, expect, it } from '@jest/globals';
import { connectDatabase } from '../database/connect.ts';
import { RedisConnection } from '../redis/redis-connection.ts';
import { registerPoolGauge, registerRedisMetrics, ServiceMetrics } from './metrics.ts';

const ofPool = async (metrics: ServiceMetrics) =>
  (await metrics.text()).split('\n').filter((line) => line.startsWith('database_pool'));

describe('request durations', () => {
  it('are a histogram whose labels escape and bound their values', async () => {
    const metrics = new ServiceMetrics();
    const { observe } = metrics.requests.of('public');
    for (const seconds of [0.001, 0.0011, 0.3, 11]) observe('BREW', '/a "pot"/:id', 418, seconds);
    observe('GET', 'unmatched', 0, 1);
    const lines = (await metrics.text()).split('\n');
    const name = 'http_request_duration_seconds';
    const labels = 'port="public",method="other",route="/a \\"pot\\"/{id}",status="4xx"';
    const found = lines.filter((line) => line.startsWith(name) && line.includes('pot'));
    expect(lines).toContain(`# TYPE ${name} histogram`);
    expect(found.slice(0, 2)).toEqual([
      `${name}_bucket{le="0.001",${labels}} 1`,
      `${name}_bucket{le="0.0025",${labels}} 2`,
    ]);
    expect(found.slice(-4)).toEqual([
      `${name}_bucket{le="10",${labels}} 3`,
      `${name}_bucket{le="+Inf",${labels}} 4`,
      expect.stringMatching(/_sum\{.+\} 11\.3021/),
      `${name}_count{${labels}} 4`,
    ]);
    expect(lines).toContain(
      `${name}_count{port="public",method="GET",route="unmatched",status="cut_off"} 1`,
    );
  });
});

describe('the pool', () => {
  it('is read at each scrape', async () => {
    const state = { total: 5, idle: 2, waiting: 0 };
    const connection = await connectDatabase('postgresql://nobody@127.0.0.1:1/nothing');
    const metrics = new ServiceMetrics();
    registerPoolGauge(metrics, { ...connection, pool: () => state });
    state.waiting = 7;
    expect(await ofPool(metrics)).toEqual([
      'database_pool_connections{state="in_use"} 3',
      'database_pool_connections{state="idle"} 2',
      'database_pool_connections{state="waiting"} 7',
    ]);
    await connection.close();
  });

  it('is empty before the first connection', async () => {
    const connection = await connectDatabase('postgresql://nobody@127.0.0.1:1/nothing');
    expect(connection.pool?.()).toEqual({ total: 0, idle: 0, waiting: 0 });
    await connection.close();
  });
});

describe('Redis', () => {
  it('is seen as this process sees it, and failed commands are counted', async () => {
    const metrics = new ServiceMetrics();
    const connection = new RedisConnection({ url: 'redis://127.0.0.1:1' }, () => undefined);
    registerRedisMetrics(metrics, connection);
    const lines = async () =>
      (await metrics.text()).split('\n').filter((line) => line.startsWith('redis_'));
    expect(await lines()).toEqual(['redis_up 0', 'redis_command_failures_total 0']);
    await expect(connection.send('key', ['GET', 'key'])).rejects.toThrow();
    expect(await lines()).toEqual(['redis_up 0', 'redis_command_failures_total 1']);
    // A scrape counts nothing twice.
    expect(await lines()).toEqual(['redis_up 0', 'redis_command_failures_total 1']);
    await connection.close();
  });
});

describe('two services in one process', () => {
  it('share no metric', async () => {
    const [one, other] = [new ServiceMetrics(), new ServiceMetrics()];
    one.rateLimitRefusals.inc({ limit: 'tries' });
    one.requests.of('public').observe('GET', '/x', 200, 1);
    expect(await one.text()).toContain('rate_limit_refusals_total{limit="tries"} 1');
    expect(await other.text()).not.toContain('tries');
    expect(await other.text()).not.toContain('route="/x"');
  });
});
