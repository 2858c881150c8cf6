import { nameSkeleton, validateDefinition } from '@app-platform/app-definition';
import {
  type Columns,
  type DatabaseConnection,
  prismaFolderAbove,
} from '@app-platform/runtime/database';
import { openTestDatabase } from '@app-platform/testing/databases/test-database';
import { seedRegistry } from '@app-platform/testing/seed/seed-registry';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { readSeedOptions } from './seed-options.ts';

const folder = prismaFolderAbove(import.meta.dirname, 'registry');
const size = { organizations: 50, apps: 40, versions: 130 };
let connection: DatabaseConnection;
const reported: string[] = [];

const rowsOf = <const Row extends Columns>(name: string, text: string, row: Row) =>
  connection.statements.rows({ name, text, parameters: {}, row }, {});

beforeAll(async () => {
  connection = await openTestDatabase('registry', 'owner');
});
afterAll(() => connection.close());

describe('a seeded registry database', () => {
  it('has the requested numbers of rows and reports progress', async () => {
    const seeded = await seedRegistry(connection, folder, size, (text) => reported.push(text));
    expect(seeded).toMatchObject({ ...size, attributes: 130, auditEvents: 130 });
    expect(seeded.installations).toBeGreaterThan(50);
    expect(reported).toContain('40 of 40 apps and their versions');
  });

  it('holds valid definitions, and apps that point to their highest version', async () => {
    const rows = await rowsOf(
      'latest',
      `
      SELECT v.definition::text, v.version, a.highest_version AS highest
      FROM app a JOIN app_version v ON v.app_id = a.id AND v.precedence = a.highest_version`,
      { definition: 'text', version: 'text', highest: 'text' },
    );
    expect(rows).toHaveLength(40);
    for (const { definition, version, highest } of rows) {
      expect(validateDefinition(JSON.parse(definition))).toMatchObject({ ok: true, warnings: [] });
      expect(version).toBe(highest);
    }
  });

  it('holds the skeletons of all public names', async () => {
    const rows = await rowsOf(
      'skeletons',
      `SELECT a.name, p.skeleton FROM app a LEFT JOIN public_name p ON p.name = a.name
       WHERE a.visibility = 'public'`,
      { name: 'text', skeleton: 'text?' },
    );
    expect(rows).toHaveLength(30);
    expect(rows).toEqual(rows.map(({ name }) => ({ name, skeleton: nameSkeleton(name) })));
  });

  it('continues sequences after the seeded ids', async () => {
    const [row] = await rowsOf(
      'follows',
      `
      SELECT nextval(pg_get_serial_sequence('app_version', 'id')) > max(id) AS follows FROM app_version`,
      { follows: 'bool' },
    );
    expect(row).toEqual({ follows: true });
  });

  it('refuses a database that is not empty', async () => {
    const again = seedRegistry(connection, folder, size, () => undefined);
    await expect(again).rejects.toThrow('There are rows in this database already');
  });
});

describe('seed options', () => {
  it('derive missing sizes from the given ones', () => {
    const { size: asked } = readSeedOptions([
      '--database',
      'postgresql://h/d',
      '--organizations',
      '7',
    ]);
    expect(asked).toEqual({ organizations: 7, apps: 7, versions: 70 });
  });

  it('are refused with every fault and the usage', () => {
    const parameters = [
      '--database',
      'pglite:',
      '--organizations',
      '0',
      '--apps',
      '3',
      '--versions',
      '2',
    ];
    expect(() => readSeedOptions(parameters)).toThrow(
      /--database must.*\n--organizations must.*\n--versions must.*\n\nUsage:/,
    );
  });
});
