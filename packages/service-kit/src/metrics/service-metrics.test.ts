import { describe, expect, it } from '@jest/globals';
import { connectDatabase } from '../database/connect.ts';
import { Durations } from './durations.ts';
import { watchPool } from './gauges.ts';
import { ServiceMetrics } from './service-metrics.ts';

const ofPool = async (metrics: ServiceMetrics) =>
  (await metrics.text()).split('\n').filter((line) => line.startsWith('database_pool'));

describe('durations', () => {
  it('are told as a histogram', () => {
    const durations = new Durations({ name: 'waits', help: 'Waits.', labelNames: ['for'] });
    for (const seconds of [0.001, 0.0011, 0.3, 11]) durations.series('a "bus"\n').observe(seconds);
    const lines = durations.text().split('\n');
    const labels = 'for="a \\"bus\\"\\n"';
    expect(lines.slice(0, 4)).toEqual([
      '# HELP waits Waits.',
      '# TYPE waits histogram',
      `waits_bucket{${labels},le="0.001"} 1`,
      `waits_bucket{${labels},le="0.0025"} 2`,
    ]);
    expect(lines.slice(-5)).toEqual([
      `waits_bucket{${labels},le="10"} 3`,
      `waits_bucket{${labels},le="+Inf"} 4`,
      expect.stringMatching(/^waits_sum\{.+\} 11\.3021/),
      `waits_count{${labels}} 4`,
      '',
    ]);
  });
});

describe('the pool', () => {
  it('is told as it is when it is asked for', async () => {
    const state = { total: 5, idle: 2, waiting: 0 };
    const connection = await connectDatabase('postgresql://nobody@127.0.0.1:1/nothing');
    const metrics = new ServiceMetrics();
    watchPool(metrics, { ...connection, pool: () => state });
    state.waiting = 7;
    expect(await ofPool(metrics)).toEqual([
      'database_pool_connections{state="in_use"} 3',
      'database_pool_connections{state="idle"} 2',
      'database_pool_connections{state="waiting"} 7',
    ]);
    await connection.close();
  });

  it('of a server that nobody has connected to is empty', async () => {
    const connection = await connectDatabase('postgresql://nobody@127.0.0.1:1/nothing');
    expect(connection.pool?.()).toEqual({ total: 0, idle: 0, waiting: 0 });
    await connection.close();
  });
});

describe('two services in one process', () => {
  it('share no figure', async () => {
    const [one, other] = [new ServiceMetrics(), new ServiceMetrics()];
    one.rateLimitRefusals.inc({ limit: 'tries' });
    one.requests.of('public').observe('GET', '/x', 200, 1);
    expect(await one.text()).toContain('rate_limit_refusals_total{limit="tries"} 1');
    expect(await other.text()).not.toContain('tries');
    expect(await other.text()).not.toContain('route="/x"');
  });
});
