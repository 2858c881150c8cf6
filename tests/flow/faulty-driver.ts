import type { DatabaseConnection } from '@app-platform/runtime/database';
import { watchDriver } from './watched-driver.ts';

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
