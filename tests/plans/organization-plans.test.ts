// On servers too: the planner of the server chooses indexes.
import '@app-platform/oauth/server';
import '@app-platform/registry/database';
import {
  type DatabaseConnection,
  definedStatements,
  type Statement,
} from '@app-platform/runtime/database';
import type { Service } from '@app-platform/testing/databases/template';
import { openTestDatabase } from '@app-platform/testing/databases/test-database';
import { expect, it } from '@jest/globals';
import { genericPlan } from './generic-plan.ts';
import { insertManyRows } from './many-rows.ts';

/** Only the operator adds rows. */
const SMALL = ['reserved_name'];
const NAMES =
  /^(remove|export|sum)-.+-of-organization$|organization-deletion|deleted-organization|^list-installations-(of-others|to-end)/;
/** Both services have the others. */
const OF_ONE: Record<Service, RegExp> = {
  oauth: /account|provider-record|consent|password-link|revocation|settings|sum-removed|grant/,
  registry:
    /installation|deletion|deleted|attribute|api-key|webhook|draft|app|version|public|reserved|client-secret|export-organization-of/,
};

function statementsOf(service: Service): Statement[] {
  const other = OF_ONE[service === 'registry' ? 'oauth' : 'registry'];
  return definedStatements().filter(({ name }) => NAMES.test(name) && !other.test(name));
}

async function faultsOf(connection: DatabaseConnection, statements: Statement[]) {
  const faults: string[] = [];
  for (const { name, text } of statements) {
    const plan = await genericPlan(connection, text);
    const read = plan.flatMap((line) => /Seq Scan on "?(\w+)/.exec(line)?.[1] ?? []);
    if (read.some((table) => !SMALL.includes(table))) faults.push(`${name}\n${plan.join('\n')}`);
  }
  return faults;
}

it.each<Service>(['registry', 'oauth'])(
  'no statement that deletes or exports an organization reads a whole table of the %s',
  async (service) => {
    const statements = statementsOf(service);
    expect(statements.length).toBeGreaterThan(15);
    const connection = await openTestDatabase(service, 'owner');
    await insertManyRows(service, connection);
    expect(await faultsOf(connection, statements)).toEqual([]);
    await connection.close();
  },
  120_000,
);
