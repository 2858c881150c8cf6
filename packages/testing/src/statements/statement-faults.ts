import type { Statement } from '@app-platform/runtime/database';
import type { PGlite } from '@electric-sql/pglite';

/** PostgreSQL's type ids (pg_type.dat), by the names that declarations use. */
const typeIds: Record<string, readonly number[]> = {
  // text, varchar, char(n), uuid
  text: [25, 1043, 1042, 2950],
  bool: [16],
  int4: [23],
  int8: [20],
  timestamptz: [1184],
  bytea: [17],
  json: [114, 3802],
  // text[], varchar[], uuid[]
  'text[]': [1009, 1015, 2951],
};

/**
 * Compares the declarations of statements with what PostgreSQL says of them.
 * @param database migrated
 * @returns a line for each parameter or column that is declared wrongly
 */
export async function statementFaults(
  database: PGlite,
  statements: readonly Statement[],
): Promise<string[]> {
  const faults: string[] = [];
  const names = statements.map(({ name }) => name);
  for (const name of new Set(names.filter((one, index) => names.indexOf(one) !== index))) {
    faults.push(`${name}: two statements have this name`);
  }
  for (const statement of statements) {
    const { queryParams, resultFields } = await database.describeQuery(statement.text);
    const asked = queryParams.map(({ dataTypeID }) => dataTypeID);
    const answered = Object.fromEntries(resultFields.map((one) => [one.name, one.dataTypeID]));
    faults.push(...faultsOf(statement, asked, answered));
  }
  return faults;
}

function faultsOf(
  { name, parameters, row }: Statement,
  asked: number[],
  answered: Record<string, number>,
): string[] {
  const declared = Object.keys(parameters);
  const isOf = (types: Statement['parameters'], key: string, id: number | undefined) =>
    id !== undefined && (typeIds[types[key]?.replace('?', '') ?? ''] ?? []).includes(id);
  return [
    ...(declared.length === asked.length
      ? []
      : [`${name}: ${declared.length} parameters are declared, ${asked.length} are used`]),
    ...declared
      .filter((key, index) => !isOf(parameters, key, asked[index]))
      .map((key) => `${name}: parameter ${key} is not ${parameters[key]}`),
    ...[...new Set([...Object.keys(row), ...Object.keys(answered)])]
      .filter((key) => !isOf(row, key, answered[key]))
      .map((key) => `${name}: column ${key} is not ${row[key] ?? 'declared'}`),
  ];
}
