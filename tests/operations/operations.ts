import { appOperations } from './app-operations.ts';
import type { OperationRow, OperationRows } from './operation.ts';
import { organizationOperations } from './organization-operations.ts';
import { signInOperations } from './sign-in-operations.ts';
import { userOperations } from './user-operations.ts';
import { versionOperations } from './version-operations.ts';

/** How each operation of both public APIs, and each form of the pages, succeeds. */
export const operations: OperationRows = {
  ...appOperations,
  ...versionOperations,
  ...organizationOperations,
  ...userOperations,
  ...signInOperations,
};

/** @throws Error where the table has no row of the operation */
export function operationRow(operationId: string): OperationRow {
  const row = operations[operationId];
  if (!row) throw new Error(`Add a row for ${operationId} to tests/operations.`);
  return row;
}
