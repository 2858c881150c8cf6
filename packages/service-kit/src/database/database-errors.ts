import { problem } from '@app-platform/contracts';
import { AppError } from '../errors/app-error.ts';

/**
 * Codes for a database that cannot be reached, is saturated, or took too long: Prisma's, those of
 * Node.js, and PostgreSQL's for a server that shuts down or starts up.
 */
const UNAVAILABLE = new Set([
  'P1001',
  'P1002',
  'P1008',
  'P1017',
  'P2024',
  'P2028',
  'P2034',
  'P2037',
  'ECONNREFUSED',
  'ECONNRESET',
  'ETIMEDOUT',
  'EPIPE',
  '55P03',
  '57P01',
  '57P03',
]);

/** An outage is told as an outage: the request can be repeated. Anything else is not ours to explain. */
export function translateDatabaseError(error: unknown): AppError | undefined {
  if (!isOutage(error)) return undefined;
  const detail = 'The service cannot reach its database. Try again in a few seconds.';
  return new AppError(problem('temporarily_unavailable', detail), {
    cause: error,
    headers: { 'Retry-After': '5' },
  });
}

function isOutage(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if ('code' in error && UNAVAILABLE.has(String(error.code))) return true;
  return /Connection terminated|Can't reach database|timeout exceeded when trying to connect/.test(
    error.message,
  );
}
