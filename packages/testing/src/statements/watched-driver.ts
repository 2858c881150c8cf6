import type { DatabaseConnection, Statement, Statements } from '@app-platform/runtime/database';

type Query = { sql: string; args: unknown[]; argTypes: unknown[] };
type Call = (...parameters: unknown[]) => unknown;
type Adapter = Awaited<ReturnType<DatabaseConnection['adapter']['connect']>>;

/** A statement that is about to run. */
export type Issued = {
  sql: string;
  values: unknown[];
  /** How PostgreSQL would run it, with the same values. */
  explain(): Promise<string[]>;
};

/**
 * A real database that reports each statement before it runs.
 * @param report may throw, as a driver does that cannot run the statement
 */
export function watchDriver(
  connection: DatabaseConnection,
  report: (statement: Issued) => void,
): DatabaseConnection {
  const watchedAdapter = <T extends object>(target: T): T => {
    const get = (object: T, name: string | symbol) => {
      const value: unknown = Reflect.get(object, name);
      if (typeof value !== 'function') return value;
      const call: Call = value.bind(object);
      if (name === 'queryRaw' || name === 'executeRaw') return reported(call);
      if (name !== 'connect' && name !== 'startTransaction') return call;
      return async (...parameters: unknown[]) => {
        return watchedAdapter((await call(...parameters)) as object);
      };
    };
    return new Proxy(target, { get });
  };
  const reported = (call: Call): Call => {
    return async (...parameters) => {
      const [query] = parameters as [Query];
      report({
        sql: query.sql,
        values: query.args,
        explain: () => explainQuery(connection, query),
      });
      return call(...parameters);
    };
  };
  const reportStatement = (sql: string, values: unknown[]) =>
    report({ sql, values, explain: () => explainStatement(connection, sql, values) });
  const watched = ({ rows }: Statements): Statements => ({
    rows: async (statement, values) => {
      reportStatement(statement.text, orderedValues(statement, values));
      return rows(statement, values);
    },
  });
  return {
    ...connection,
    adapter: watchedAdapter(connection.adapter),
    statements: watched(connection.statements),
    transaction: (work) => connection.transaction((statements) => work(watched(statements))),
  };
}

function orderedValues({ parameters }: Statement, values: Record<string, unknown>): unknown[] {
  return Object.keys(parameters).map((name) => values[name]);
}

async function explainStatement(
  { statements }: DatabaseConnection,
  sql: string,
  values: unknown[],
): Promise<string[]> {
  const names = values.map((_, index) => `value${index}`);
  const explain = {
    name: '',
    text: `EXPLAIN ${sql}`,
    parameters: Object.fromEntries(names.map((name) => [name, 'text' as const])),
    row: { 'QUERY PLAN': 'text' },
  } as const;
  const named = Object.fromEntries(names.map((name, index) => [name, values[index] as string]));
  return (await statements.rows(explain, named)).map((row) => row['QUERY PLAN']);
}

async function explainQuery(connection: DatabaseConnection, query: Query): Promise<string[]> {
  const adapter = await connection.adapter.connect();
  const explain = { ...query, sql: `EXPLAIN ${query.sql}` } as Parameters<Adapter['queryRaw']>[0];
  const { rows } = await adapter.queryRaw(explain);
  await adapter.dispose();
  return rows.map(([line]) => String(line));
}

/** A real database whose driver fails where it is told to, as one does whose server goes away. */
export class FaultyDriver {
  /** What statements fail, and of what. */
  fault: { statement: RegExp; error: Error } | undefined;

  around = (connection: DatabaseConnection): DatabaseConnection =>
    watchDriver(connection, ({ sql }) => {
      if (this.fault?.statement.test(sql)) throw this.fault.error;
    });
}

/** An error as the adapters for Prisma make them of a driver's. */
export function driverError(cause: { kind: string; originalCode?: string }): Error {
  return Object.assign(new Error(cause.kind, { cause }), { name: 'DriverAdapterError' });
}
