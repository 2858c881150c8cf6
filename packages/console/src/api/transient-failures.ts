/** Answers of the platform, or of a proxy in front of it, that another attempt may not get. */
export const BUSY_STATUSES: readonly number[] = [429, 502, 503, 504];

/** Whether an attempt took longer than the client waits. */
export function isTimeout(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'TimeoutError';
}
