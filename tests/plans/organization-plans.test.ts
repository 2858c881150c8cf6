// On servers too: the planner of the server chooses indexes.
import '@app-platform/oauth/server';
import '@app-platform/registry/database';
import {
  type DatabaseConnection,
  definedStatements,
  type Statement,
} from '@app-platform/runtime/database';
import { openTestDatabase } from '@app-platform/testing/databases/test-database';
import { expect, it } from '@jest/globals';
import { genericPlan } from './generic-plan.ts';
import { insertManyRows } from './many-rows.ts';

/** Only the operator adds rows. */
const SMALL = ['reserved_name'];
const NAMES =
  /^(remove|export|sum)-.+-of-organization$|organization-deletion|deleted-organization|^list-installations-(of-others|to-end)/;
const UNDEFINED = /(relation|column) "\w+" does not exist/;
const statements = definedStatements().filter(({ name }) => NAMES.test(name));

/** The scans of whole tables. @returns undefined for a statement of the other service */
async function faultsOf(connection: DatabaseConnection, { name, text }: Statement) {
  try {
    const plan = await genericPlan(connection, text);
    const read = plan.flatMap((line) => /Seq Scan on "?(\w+)/.exec(line)?.[1] ?? []);
    return read.some((table) => !SMALL.includes(table)) ? [`${name}\n${plan.join('\n')}`] : [];
  } catch (error) {
    if (UNDEFINED.test(String(error))) return undefined;
    throw error;
  }
}

it('no statement that deletes or exports an organization reads a whole table', async () => {
  expect(statements.length).toBeGreaterThan(30);
  const planned = new Set<Statement>();
  const faults: string[] = [];
  for (const service of ['registry', 'oauth'] as const) {
    const connection = await openTestDatabase(service, 'owner');
    await insertManyRows(service, connection);
    for (const statement of statements) {
      const found = await faultsOf(connection, statement);
      if (found) planned.add(statement);
      faults.push(...(found ?? []));
    }
    await connection.close();
  }
  expect(faults).toEqual([]);
  expect(statements.filter((one) => !planned.has(one))).toEqual([]);
}, 120_000);
