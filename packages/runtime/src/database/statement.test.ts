import { statementFaults } from '@app-platform/testing/statements/statement-faults';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { connectDatabase } from './connect.ts';
import type { DatabaseConnection } from './database-connection.ts';
import { createPglite } from './embedded.ts';
import { type Columns, defineStatement, type Statement } from './statement.ts';

const EVERY_TYPE = defineStatement({
  name: 'every-type',
  text: `SELECT $1::text AS text, $2::bool AS bool, $3::int4 AS int4, $4::int8 AS int8,
                $5::timestamptz AS timestamptz, $6::bytea AS bytea, $7::json AS json,
                $8::text[] AS texts, NULL::text AS nothing`,
  parameters: {
    text: 'text',
    bool: 'bool',
    int4: 'int4',
    int8: 'int8',
    timestamptz: 'timestamptz',
    bytea: 'bytea',
    json: 'json',
    texts: 'text[]',
  },
  row: {
    text: 'text',
    bool: 'bool',
    int4: 'int4',
    int8: 'int8',
    timestamptz: 'timestamptz',
    bytea: 'bytea',
    json: 'json',
    texts: 'text[]',
    nothing: 'text?',
  },
});

const values = {
  text: 'Zoë',
  bool: true,
  int4: -1,
  int8: 9_007_199_254_740_993n,
  timestamptz: new Date('2026-01-02T03:04:05.678Z'),
  bytea: new Uint8Array([0, 255]),
  json: '{"one":1}',
  texts: ['a', 'b,c', '"'],
};

/** The embedded database, and PostgreSQL where one is given: what both drivers read is the same. */
const urls = ['pglite:', ...[process.env.TEST_DATABASE_URL ?? []].flat()];

describe.each(urls)('a statement on %s', (url) => {
  let connection: DatabaseConnection;
  beforeAll(async () => {
    connection = await connectDatabase(url);
  });
  afterAll(() => connection.close());

  it('returns every type as it was sent', async () => {
    const [row] = await connection.statements.rows(EVERY_TYPE, values);
    expect({ ...row, bytea: [...(row?.bytea ?? [])] }).toEqual({
      ...values,
      bytea: [0, 255],
      json: { one: 1 },
      nothing: null,
    });
  });

  it('is undone with its transaction', async () => {
    const count = statement('count-tables', 'SELECT count(*) AS tables FROM pg_class', {
      tables: 'int8',
    });
    const create = statement('create-table', 'CREATE TABLE undone (id int)', {});
    const before = await connection.statements.rows(count, {});
    const work = connection.transaction(async (statements) => {
      await statements.rows(create, {});
      throw new Error('changed my mind');
    });
    await expect(work).rejects.toThrow('changed my mind');
    expect(await connection.statements.rows(count, {})).toEqual(before);
  });
});

describe('declarations', () => {
  it('that agree with PostgreSQL have no faults, and each disagreement is named', async () => {
    const database = await createPglite();
    expect(await statementFaults(database, [EVERY_TYPE])).toEqual([]);
    const wrong = statement('wrong', 'SELECT 1 AS one, $1::text AS two', {
      one: 'text',
      three: 'int4',
    });
    expect(await statementFaults(database, [wrong, wrong])).toEqual(
      expect.arrayContaining([
        'wrong: two statements have this name',
        'wrong: 0 parameters are declared, 1 are used',
        'wrong: column one is not text',
        'wrong: column three is not int4',
        'wrong: column two is not declared',
      ]),
    );
    await database.close();
  });
});

function statement<const Row extends Columns>(name: string, text: string, row: Row) {
  return { name, text, parameters: {}, row } satisfies Statement;
}
