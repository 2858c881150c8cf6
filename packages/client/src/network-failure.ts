import isNetworkError from 'is-network-error';

/** Whether there was no answer, or only a part of one. `fetch` throws a TypeError for a mistake of the caller too. */
export function isNetworkFailure(error: unknown): boolean {
  if (error instanceof DOMException) return error.name === 'TimeoutError';
  return isNetworkError(error);
}
