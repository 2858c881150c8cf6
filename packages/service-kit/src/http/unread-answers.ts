import type { Server } from 'node:http';
import type { Socket } from 'node:net';

/**
 * Cuts off who leaves an answer unread: within two and a half times what is given, where nothing
 * leaves for as long as that.
 *
 * `server.setTimeout` would do the same, at the price of two more timers per request, most of a microsecond. Here
 * only a connection that is found with unsent bytes gets one, and Node.js takes it away again:
 * `keepAliveTimeout` takes its place once the answer is out.
 */
export function giveUpUnreadAnswers(server: Server, stallMilliseconds: number): void {
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  const looking = setInterval(() => {
    for (const socket of sockets) {
      // Node.js lets no timer end that finds that bytes have left since the last time.
      if (socket.writableLength > 0 && !socket.timeout) socket.setTimeout(stallMilliseconds);
    }
  }, stallMilliseconds / 2);
  looking.unref();
  server.once('close', () => clearInterval(looking));
}
