import type { ServerResponse } from 'node:http';

/**
 * Forbids caches to store a response (RFC 9111 section 5.2.2.5). Every response of both services begins
 * with it, and every error returns to it. An answer that is cached on purpose replaces it.
 */
export function forbidStoring(response: ServerResponse): void {
  response.setHeader('Cache-Control', 'no-store');
}
