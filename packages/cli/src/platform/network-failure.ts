import { CommandFailure, exitCodes } from '../failure.ts';

/** `fetch` throws a TypeError with a cause; a timeout is a DOMException. */
export function isNetworkError(error: unknown): boolean {
  const isTimeout = error instanceof DOMException && error.name === 'TimeoutError';
  return isTimeout || (error instanceof TypeError && error.cause !== undefined);
}

export function unreachable(address: string, error: unknown, variable: string): CommandFailure {
  const cause = error instanceof Error ? (error.cause ?? error) : error;
  const reason = cause instanceof Error ? cause.message || cause.name : String(cause);
  return new CommandFailure(exitCodes.unreachable, [
    {
      code: 'unreachable',
      detail: `${address} cannot be reached: ${reason}. Is the platform running, and is ${variable} right?`,
    },
  ]);
}
