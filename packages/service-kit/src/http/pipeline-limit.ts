import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/**
 * How many requests of one connection may be without an answer. Pipelining is hardly used, and
 * Node.js takes every request that is in a chunk: more than a thousand.
 */
const MAX_UNANSWERED = 32;

/** How many answers of a connection wait, or waited, for another one to leave before them. */
const queued = new WeakMap<Socket, number>();

/**
 * Cuts off who asks on and on without reading the answers: each is kept until the one before it
 * has left. An answer is closed when the kernel has taken its last byte, not when it is made.
 *
 * @returns whether the request is to be dropped, for its connection is cut off
 */
export function exceedsPipeline({ socket }: IncomingMessage, response: ServerResponse): boolean {
  // With no other before it an answer has its socket at once, so that most cost nothing here.
  if (response.socket) return false;
  // What else is in the chunk comes all the same.
  if (socket.destroyed) return true;
  const count = (queued.get(socket) ?? 0) + 1;
  // The first of all was not queued.
  if (count === MAX_UNANSWERED) {
    socket.destroy();
    return true;
  }
  queued.set(socket, count);
  response.once('close', () => queued.set(socket, (queued.get(socket) ?? 1) - 1));
  return false;
}
