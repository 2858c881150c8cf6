import { NO_ANSWER, POOL_SATURATED, READ_ONLY } from './bounded-pool.ts';
import { TRANSACTION_TIMED_OUT } from './transaction-limit.ts';

/** Prisma's codes for a database that cannot be reached, is saturated, or took too long. */
const PRISMA_CODES = /^P(1000|1001|1002|1003|1008|1010|1011|1017|1018|2024|2028|2034|2037)$/;
/** What Prisma calls the same where it passes on what a driver said. */
const DRIVER_KINDS = new Set([
  'AuthenticationFailed',
  'ConnectionClosed',
  'DatabaseAccessDenied',
  'DatabaseDoesNotExist',
  'DatabaseNotReachable',
  'SocketTimeout',
  'TlsConnectionError',
  'TooManyConnections',
  'TransactionAlreadyClosed',
  'TransactionWriteConflict',
]);
const SOCKET_CODES = /^(ECONNREFUSED|ECONNRESET|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|EPIPE)$/;
/**
 * PostgreSQL's: a connection that broke (08), resources that ran out (53), a server that shuts
 * down, starts up or ended the statement (57); a lock or an idle transaction that took too long;
 * a server that became read-only (25006); transactions in one another's way (40).
 * https://www.postgresql.org/docs/current/errcodes-appendix.html
 */
const SQL_STATES = /^((08|53|57)[0-9A-Z]{3}|55P03|25006|25P03|40001|40P01)$/;
/**
 * Prisma's and PostgreSQL's codes for transactions in one another's way. A foreign key is violated
 * where another transaction removed a row that this one has read, or refers to one that it removes.
 */
const CONFLICTS = new Set(['P2034', '40001', '40P01', 'P2003', '23503']);
const UNIQUE_VIOLATION = '23505';
const LOCK_TIMEOUT = '55P03';
const IN_FAILED_TRANSACTION = '25P02';
/** What has no code of its own: the driver's errors, and a database that is closed to everybody. */
const MESSAGES = new RegExp(
  [
    'Connection terminated',
    // Of a connection that was lost since the statement before, in a transaction.
    'is not queryable',
    'timeout exceeded when trying to connect',
    "Can't reach database",
    'not currently accepting connections',
    NO_ANSWER,
    POOL_SATURATED,
    READ_ONLY,
    TRANSACTION_TIMED_OUT,
  ].join('|'),
);

type DriverError = { cause?: { kind?: unknown; originalCode?: unknown } };
/** An error of Prisma's, of the driver, or of Node.js. */
type DatabaseError = DriverError & {
  code?: unknown;
  message?: unknown;
  meta?: { driverAdapterError?: DriverError };
};

/** Whether a transaction was undone because another one was in its way. */
export function isConflict(error: unknown): boolean {
  const { codes, kind } = whatWasSaid(error);
  return kind === 'TransactionWriteConflict' || codes.some((code) => CONFLICTS.has(code));
}

/** Whether what a statement was to add is there already. */
export function isUniqueViolation(error: unknown): boolean {
  return whatWasSaid(error).codes.includes(UNIQUE_VIOLATION);
}

/** Whether a statement waited longer for a lock than `lock_timeout`. */
export function isLockTimeout(error: unknown): boolean {
  return whatWasSaid(error).codes.includes(LOCK_TIMEOUT);
}

/** Whether a statement failed only because one before it in its transaction did. */
export function isInFailedTransaction(error: unknown): boolean {
  return whatWasSaid(error).codes.includes(IN_FAILED_TRANSACTION);
}

/** Whether the database could not be reached, was saturated, or took too long. The request can be repeated. */
export function isDatabaseOutage(error: unknown): boolean {
  const { codes, kind, message } = whatWasSaid(error);
  const known = [PRISMA_CODES, SOCKET_CODES, SQL_STATES];
  return (
    codes.some((code) => known.some((pattern) => pattern.test(code))) ||
    DRIVER_KINDS.has(kind) ||
    MESSAGES.test(message)
  );
}

function whatWasSaid(error: unknown): { codes: string[]; kind: string; message: string } {
  if (typeof error !== 'object' || error === null) return { codes: [], kind: '', message: '' };
  const { code, message, meta, cause } = error as DatabaseError;
  // A raw statement fails with P2010, any other with P2039, and what was wrong stands inside.
  const said = meta?.driverAdapterError?.cause ?? cause;
  return {
    codes: [code, said?.originalCode].map(String),
    kind: String(said?.kind),
    message: String(message),
  };
}
