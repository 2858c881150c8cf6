import type { Telemetry } from '../telemetry/telemetry.ts';
import { currentRequest } from '../telemetry/trace.ts';
import type { DatabaseConnection } from './database-connection.ts';
import type { Statements } from './statement.ts';

/**
 * A connection whose statements each have their time in the metrics, by name, and a span in the trace of
 * the request. The time includes the wait for a connection of the pool.
 */
export function measureStatements(
  connection: DatabaseConnection,
  { metrics, tracing }: Telemetry,
): DatabaseConnection {
  const measured = (statements: Statements): Statements => ({
    rows: async (statement, values) => {
      const { name } = statement;
      const startedAt = performance.now();
      const parent = currentRequest.getStore()?.trace;
      // Background work belongs to no caller's trace.
      const span = parent && tracing.begin({ kind: 'statement', name, parent });
      let outcome: 'done' | undefined;
      try {
        const rows = await statements.rows(statement, values);
        outcome = 'done';
        return rows;
      } finally {
        span?.end(name, outcome);
        const seconds = (performance.now() - startedAt) / 1000;
        metrics.statements.observe({ statement: name }, seconds);
      }
    },
  });
  return {
    ...connection,
    statements: measured(connection.statements),
    transaction: (work) => connection.transaction((statements) => work(measured(statements))),
  };
}
