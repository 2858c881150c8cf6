import { expect, it } from '@jest/globals';
import { createLogger } from '../logging/logger.ts';
import { ServiceMetrics } from '../telemetry/metrics.ts';
import { ActivityCounts } from './activity-counts.ts';
import type { ActivityTable } from './activity-table.ts';

const kinds = ['signIns', 'refused'] as const;
type Kind = (typeof kinds)[number];

const app = { organizationId: 'a'.repeat(24), clientId: 'one' };

function setUp(table: Partial<ActivityTable<Kind>>) {
  const now = { value: new Date('2026-01-31T23:59:59.999Z') };
  const metrics = new ServiceMetrics();
  const complete = { removeBefore: async () => 0, ...table };
  const activity = new ActivityCounts<Kind>({
    ...{ table: { add: async () => undefined, ...complete }, kinds, metrics, service: 'test' },
    ...{ clock: () => now.value, logger: createLogger('test', 'silent') },
  });
  return { now, metrics, activity };
}

it('counts by organization, app and hour, and removes hours after ninety days', async () => {
  const written: unknown[] = [];
  const removed: Date[] = [];
  const { now, activity } = setUp({
    add: async (hours) => void written.push(...hours),
    removeBefore: async (hour) => removed.push(hour) - removed.length,
  });
  activity.count(app, 'signIns');
  activity.count(app, 'signIns');
  activity.count({ ...app, clientId: 'two' }, 'refused');
  now.value = new Date('2026-02-01T00:00:00.000Z');
  activity.count(app, 'refused');
  await activity.stop();
  const before = new Date('2026-01-31T23:00:00.000Z');
  expect(written).toEqual([
    { ...app, hour: before, counts: { signIns: 2, refused: 0 } },
    { ...app, clientId: 'two', hour: before, counts: { signIns: 0, refused: 1 } },
    { ...app, hour: now.value, counts: { signIns: 0, refused: 1 } },
  ]);
  expect(removed).toEqual([new Date('2025-11-03T00:00:00.000Z')]);
});

it('flood: what does not fit in memory is dropped, and a metric has how much', async () => {
  const { metrics, activity } = setUp({ add: () => Promise.reject(new Error('no database')) });
  const countAll = (apps: number) => {
    for (let index = 0; index < apps; index += 1) {
      activity.count({ ...app, clientId: `client-${index}` }, 'refused');
    }
  };
  countAll(100_000);
  // Further counts of the same apps and hour take no memory.
  countAll(100_000);
  expect(await metrics.text()).toContain('test_activity_dropped_total 0');
  countAll(100_003);
  expect(await metrics.text()).toContain('test_activity_dropped_total 3');
});
