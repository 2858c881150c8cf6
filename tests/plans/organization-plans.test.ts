// On servers too: the planner of the server chooses indexes.
import '@app-platform/oauth/database';
import '@app-platform/oauth/server';
import '@app-platform/registry/database';
import { type DatabaseConnection, definedStatements } from '@app-platform/runtime/database';
import type { Service } from '@app-platform/testing/databases/template';
import { openTestDatabase } from '@app-platform/testing/databases/test-database';
import { expect, it } from '@jest/globals';
import { genericPlan } from './generic-plan.ts';
import { insertManyRows } from './many-rows.ts';

/** Only the operator adds rows. */
const SMALL = ['reserved_name'];
const NAMES =
  /^(remove|export)-.+-of-organization$|organization-deletion|deleted-organization|^list-installations-(of-others|to-end)|^list-client-ids-of|of-organization$/;

async function faultsOf(connection: DatabaseConnection): Promise<string[]> {
  const faults: string[] = [];
  let explained = 0;
  for (const { name, text } of definedStatements().filter((one) => NAMES.test(one.name))) {
    // The statements of the other service fail.
    const plan = await genericPlan(connection, text).catch(() => undefined);
    if (!plan) continue;
    explained += 1;
    const read = plan.flatMap((line) => /Seq Scan on "?(\w+)/.exec(line)?.[1] ?? []);
    if (read.some((table) => !SMALL.includes(table))) faults.push(`${name}\n${plan.join('\n')}`);
  }
  expect(explained).toBeGreaterThan(15);
  return faults;
}

it.each<Service>(['registry', 'oauth'])(
  'no statement that deletes or exports an organization reads a whole table of the %s',
  async (service) => {
    const connection = await openTestDatabase(service, 'owner');
    await insertManyRows(service, connection);
    expect(await faultsOf(connection)).toEqual([]);
    await connection.close();
  },
  120_000,
);
