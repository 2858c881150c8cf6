// On servers too: the planner of the server chooses indexes.
import '@app-platform/registry/database';
import {
  type DatabaseConnection,
  definedStatements,
  type Statement,
} from '@app-platform/runtime/database';
import { openTestDatabase } from '@app-platform/testing/databases/test-database';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { genericPlan } from './generic-plan.ts';
import { insertManyRows } from './many-rows.ts';

const statements = [
  'list-attribute-conflicts',
  'list-shared-attributes',
  'count-uses-of-attributes',
].map(statementNamed);

/** One organization owns the apps of a company's own platform. */
const ONE_OWNER = `
  UPDATE app SET organization_id = (SELECT min(id) FROM organization), short_name = NULL;
  ANALYZE app`;

/** Each finds one record, or those of one organization or app; that by name is taken before there are statistics. */
const KEYS = [
  'app_organization_id_identifier_idx',
  'app_pkey',
  'app_version_app_id_precedence_key',
  'app_version_pkey',
  'attribute_name_klass_idx',
  'attribute_pkey',
  'installation_app_version_id_idx',
  'installation_pkey',
];

let connection: DatabaseConnection;
beforeAll(async () => {
  connection = await openTestDatabase('registry', 'owner');
});
afterAll(() => connection?.close());

function statementNamed(name: string): Statement {
  const found = definedStatements().find((one) => one.name === name);
  if (!found) throw new Error(`no statement is named ${name}`);
  return found;
}

/** The scans of a plan, apart from those by a key. */
function faultsOf(plan: string[]): string[] {
  return plan.filter((line) => {
    const [, index] = / (?:using|Bitmap Index Scan on) (\w+)/.exec(line) ?? [];
    return line.includes('Seq Scan on') || (index !== undefined && !KEYS.includes(index));
  });
}

async function expectLookups(): Promise<void> {
  const faults: [string, string[]][] = [];
  for (const { name, text } of statements) {
    faults.push([name, faultsOf(await genericPlan(connection, text))]);
  }
  expect(faults).toEqual(statements.map(({ name }) => [name, []]));
}

describe('checks of attributes look up records by their keys', () => {
  it('without statistics', expectLookups);

  it('with many apps of many organizations, and with all of them of one', async () => {
    await insertManyRows('registry', connection);
    await expectLookups();
    const session = await connection.adapter.connect();
    await session.executeScript(ONE_OWNER);
    await session.dispose();
    await expectLookups();
  }, 60_000);
});
