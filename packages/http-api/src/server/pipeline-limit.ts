import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/**
 * How many requests of one connection may wait for a response. Pipelining is rare, and Node.js
 * dispatches every request of a chunk: more than a thousand.
 */
const MAX_PIPELINED = 32;

/** Responses per connection that wait for an earlier one to be sent. */
const queued = new WeakMap<Socket, number>();

/**
 * Closes a connection that pipelines requests without reading responses: each response is held in
 * memory until the one before it is sent.
 *
 * @returns whether to drop the request because its connection is closed
 */
export function exceedsPipeline({ socket }: IncomingMessage, response: ServerResponse): boolean {
  // A response without an earlier one has its socket at once.
  if (response.socket) return false;
  // Node.js still dispatches the rest of the chunk.
  if (socket.destroyed) return true;
  const count = (queued.get(socket) ?? 0) + 1;
  // The first response was not queued.
  if (count === MAX_PIPELINED) {
    socket.destroy();
    return true;
  }
  queued.set(socket, count);
  response.once('close', () => queued.set(socket, (queued.get(socket) ?? 1) - 1));
  return false;
}
