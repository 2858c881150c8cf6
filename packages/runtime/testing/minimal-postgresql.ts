import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';

/**
 * A PostgreSQL that accepts every connection and its session settings, then gives every statement
 * the same answer. Without an answer it stops responding and never closes a connection, as a server
 * does that vanished. Tests of the driver need no real server then.
 * @param answer messages, made by `messageOf`
 */
export async function startPostgresql(answer?: Buffer) {
  const sockets: Socket[] = [];
  const server = createServer((socket) => {
    sockets.push(socket.on('error', () => undefined));
    socket.once('data', () => {
      socket.write(ACCEPTED);
      socket.once('data', () => {
        socket.write(SETTINGS_APPLIED);
        if (answer) socket.on('data', () => socket.write(answer));
      });
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const close = async () => {
    server.close();
    for (const socket of sockets) socket.destroy();
    await once(server, 'close');
  };
  return { url: `postgresql://127.0.0.1:${port}/none`, sockets, close };
}

/** The messages of https://www.postgresql.org/docs/current/protocol-message-formats.html */
export function messageOf(type: string, ...parts: Buffer[]): Buffer {
  const body = Buffer.concat(parts);
  return Buffer.concat([Buffer.from(type), int32(4 + body.length), body]);
}

export function int16(value: number): Buffer {
  return Buffer.from([(value >> 8) & 0xff, value & 0xff]);
}

export function int32(value: number): Buffer {
  return Buffer.concat([int16(value >> 16), int16(value)]);
}

export const READY = messageOf('Z', Buffer.from('I'));
const ACCEPTED = Buffer.concat([messageOf('R', int32(0)), READY]);
const SET = messageOf('C', Buffer.from('SET\0'));
/** The answer to `SHOW transaction_read_only`: one column of type text, and `off`. */
const ACCEPTS_CHANGES = Buffer.concat([
  messageOf(
    'T',
    int16(1),
    Buffer.from('transaction_read_only\0'),
    ...[int32(0), int16(0), int32(25), int16(-1), int32(-1), int16(0)],
  ),
  messageOf('D', int16(1), int32(3), Buffer.from('off')),
  messageOf('C', Buffer.from('SHOW\0')),
]);
const SETTINGS_APPLIED = Buffer.concat([SET, SET, SET, ACCEPTS_CHANGES, READY]);
