import { problem } from '@app-platform/contracts';
import { AppError } from '@app-platform/service-kit';
import { Prisma } from './generated/client.ts';

/** Prisma's codes for a database that cannot be reached, is saturated, or took too long. */
const UNAVAILABLE = new Set([
  'P1001',
  'P1002',
  'P1008',
  'P1017',
  'P2024',
  'P2028',
  'P2034',
  'P2037',
]);
const CONNECTION_FAULTS = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ETIMEDOUT',
  'EPIPE',
  '57P01',
  '57P03',
]);

/** An outage is told as an outage: the request can be repeated. Anything else is not ours to explain. */
export function translateDatabaseError(error: unknown): AppError | undefined {
  const known =
    error instanceof Prisma.PrismaClientKnownRequestError && UNAVAILABLE.has(error.code);
  if (!known && !isConnectionFault(error)) return undefined;
  const detail = 'The registry cannot reach its database. Try again in a few seconds.';
  return new AppError(problem('temporarily_unavailable', detail), {
    cause: error,
    headers: { 'Retry-After': '5' },
  });
}

function isConnectionFault(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = 'code' in error ? String(error.code) : '';
  return (
    CONNECTION_FAULTS.has(code) || /Connection terminated|Can't reach database/.test(error.message)
  );
}
