import type { DatabaseConnection } from '@app-platform/service-kit/database';

type Query = { sql: string; args: unknown[]; argTypes: unknown[] };
type Call = (...parameters: unknown[]) => unknown;
type Adapter = Awaited<ReturnType<DatabaseConnection['adapter']['connect']>>;

/** A statement that is about to run. */
export type Issued = {
  sql: string;
  /** How PostgreSQL would run it, with the same values. */
  explain(): Promise<string[]>;
};

/** A real database, each statement of which is told before it runs, by Prisma or by the driver. */
export function watchDriver(
  connection: DatabaseConnection,
  tell: (statement: Issued) => void,
): DatabaseConnection {
  const around = <T extends object>(target: T): T => {
    const get = (object: T, name: string | symbol) => {
      const value: unknown = Reflect.get(object, name);
      if (typeof value !== 'function') return value;
      const call: Call = value.bind(object);
      if (name === 'queryRaw' || name === 'executeRaw') return told(call);
      if (name !== 'connect' && name !== 'startTransaction') return call;
      return async (...parameters: unknown[]) => around((await call(...parameters)) as object);
    };
    return new Proxy(target, { get });
  };
  const told = (call: Call): Call => {
    return async (...parameters) => {
      const [query] = parameters as [Query];
      tell({ sql: query.sql, explain: () => explainQuery(connection, query) });
      return call(...parameters);
    };
  };
  return {
    ...connection,
    adapter: around(connection.adapter),
    statements: {
      rows: async (statement, values) => {
        const sql = statement.text;
        const explain = async () => {
          const text = `EXPLAIN ${sql}`;
          const rows = await connection.statements.rows<Record<string, string>>({ text }, values);
          return rows.flatMap((row) => Object.values(row));
        };
        tell({ sql, explain });
        return connection.statements.rows(statement, values);
      },
    },
  };
}

async function explainQuery(connection: DatabaseConnection, query: Query): Promise<string[]> {
  const adapter = await connection.adapter.connect();
  const explain = { ...query, sql: `EXPLAIN ${query.sql}` } as Parameters<Adapter['queryRaw']>[0];
  const { rows } = await adapter.queryRaw(explain);
  await adapter.dispose();
  return rows.map(([line]) => String(line));
}
