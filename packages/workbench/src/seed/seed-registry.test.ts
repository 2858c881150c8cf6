import { validateDefinition } from '@app-platform/contracts';
import { type DatabaseConnection, prismaFolderAbove } from '@app-platform/service-kit/database';
import { openTestDatabase } from '@app-platform/workbench/test-database';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { readSeedOptions } from './seed-options.ts';
import { seedRegistry } from './seed-registry.ts';

const folder = prismaFolderAbove(import.meta.dirname, 'registry');
const size = { organizations: 50, apps: 40, versions: 130 };
let connection: DatabaseConnection;
const told: string[] = [];

const rowsOf = <Row>(name: string, text: string) =>
  connection.statements.rows<Row>({ name, text }, []);

beforeAll(async () => {
  connection = await openTestDatabase('registry');
});
afterAll(() => connection.close());

describe('a seeded registry database', () => {
  it('has as many rows as asked for, and says so', async () => {
    const seeded = await seedRegistry(connection, folder, size, (text) => told.push(text));
    expect(seeded).toMatchObject({ ...size, attributes: 130, auditEvents: 130 });
    expect(seeded.installations).toBeGreaterThan(50);
    expect(told).toContain('40 of 40 apps and their versions');
  });

  it('holds definitions that would be accepted, and apps that point to their highest version', async () => {
    const rows = await rowsOf<{ definition: string; version: string; highest: string }>(
      'latest',
      `
      SELECT v.definition::text, v.version, a.highest_version AS highest
      FROM app a JOIN app_version v ON v.id = a.latest_version_id AND v.app_id = a.id`,
    );
    expect(rows).toHaveLength(40);
    for (const { definition, version, highest } of rows) {
      expect(validateDefinition(JSON.parse(definition))).toMatchObject({ ok: true, warnings: [] });
      expect(version).toBe(highest);
    }
  });

  it('gives numbers on after those that are there', async () => {
    const [row] = await rowsOf<{ follows: boolean }>(
      'follows',
      `
      SELECT nextval(pg_get_serial_sequence('app_version', 'id')) > max(id) AS follows FROM app_version`,
    );
    expect(row).toEqual({ follows: true });
  });

  it('is refused, for it is not empty', async () => {
    const again = seedRegistry(connection, folder, size, () => undefined);
    await expect(again).rejects.toThrow('There are rows in this database already');
  });
});

describe('what is asked for', () => {
  it('takes sizes from one another', () => {
    const { size: asked } = readSeedOptions([
      '--database',
      'postgresql://h/d',
      '--organizations',
      '7',
    ]);
    expect(asked).toEqual({ organizations: 7, apps: 7, versions: 70 });
  });

  it('is refused with every fault, and the usage', () => {
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
