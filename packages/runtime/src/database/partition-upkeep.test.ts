import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { createLogger } from '../logging/logger.ts';
import { openTelemetry } from '../telemetry/telemetry.ts';
import { auditPartitions, PartitionUpkeep } from './partition-upkeep.ts';
import type { Statements } from './statement.ts';

const MINUTE_MILLISECONDS = 60_000;

beforeEach(() => {
  jest.useFakeTimers();
});
afterEach(() => {
  jest.useRealTimers();
});

/** A database whose role may not call the function while the test says so. */
async function setUp() {
  const database = { isRefused: false, calls: 0 };
  const rows = async () => {
    database.calls += 1;
    if (database.isRefused) throw new Error('permission denied for function');
    return [{ changed: 0 }];
  };
  const { metrics } = await openTelemetry('test');
  const upkeep = new PartitionUpkeep({
    ...{ statements: { rows } as unknown as Statements, logger: createLogger('test', 'silent') },
    ...{ tables: [auditPartitions], metrics },
  });
  const isFailing = async () => {
    const [sample] = (
      await metrics.register.getSingleMetric('database_partition_upkeep_failing')?.get()
    )?.values ?? [undefined];
    return sample?.value;
  };
  return { database, upkeep, isFailing };
}

it('runs at the start and every six hours, and a minute after a run that failed', async () => {
  const { database, upkeep, isFailing } = await setUp();
  database.isRefused = true;
  upkeep.start();
  upkeep.start();
  await upkeep.hasRun();
  expect([database.calls, await isFailing()]).toEqual([1, 1]);
  await jest.advanceTimersByTimeAsync(MINUTE_MILLISECONDS);
  expect([database.calls, await isFailing()]).toEqual([2, 1]);
  database.isRefused = false;
  await jest.advanceTimersByTimeAsync(MINUTE_MILLISECONDS);
  expect([database.calls, await isFailing()]).toEqual([3, 0]);
  await jest.advanceTimersByTimeAsync(359 * MINUTE_MILLISECONDS);
  expect(database.calls).toBe(3);
  await jest.advanceTimersByTimeAsync(MINUTE_MILLISECONDS);
  expect(database.calls).toBe(4);
  await upkeep.stop();
  await jest.advanceTimersByTimeAsync(400 * MINUTE_MILLISECONDS);
  expect(database.calls).toBe(4);
});
