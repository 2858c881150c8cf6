import type { DatabaseConnection } from '@app-platform/service-kit/database';

type Statement = { sql: string };
type Call = (...parameters: unknown[]) => unknown;

/** A real database whose driver fails where it is told to, as one does whose server goes away. */
export class FaultyDriver {
  /** What statements fail, and of what. */
  fault: { statement: RegExp; error: Error } | undefined;

  around = (connection: DatabaseConnection): DatabaseConnection => ({
    ...connection,
    adapter: this.#around(connection.adapter),
    statements: {
      rows: async (statement, values) => {
        if (this.fault?.statement.test(statement.text)) throw this.fault.error;
        return connection.statements.rows(statement, values);
      },
    },
  });

  #around<T extends object>(target: T): T {
    const get = (object: T, name: string | symbol) => {
      const value: unknown = Reflect.get(object, name);
      if (typeof value !== 'function') return value;
      const call: Call = value.bind(object);
      if (name === 'queryRaw' || name === 'executeRaw') return this.#checked(call);
      if (name !== 'connect' && name !== 'startTransaction') return call;
      return async (...parameters: unknown[]) =>
        this.#around((await call(...parameters)) as object);
    };
    return new Proxy(target, { get });
  }

  #checked(call: Call): Call {
    return async (...parameters) => {
      const [{ sql }] = parameters as [Statement];
      if (this.fault?.statement.test(sql)) throw this.fault.error;
      return call(...parameters);
    };
  }
}

/** An error as the adapters for Prisma make them of a driver's. */
export function driverError(cause: { kind: string; originalCode?: string }): Error {
  return Object.assign(new Error(cause.kind, { cause }), { name: 'DriverAdapterError' });
}
