import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';

/** A proxy of a company: it opens tunnels (RFC 9110, section 9.3.6) for those who send its password. */
export type ConnectProxy = {
  /** With the password. */
  url: string;
  /** The hosts that tunnels were asked for. */
  hosts: string[];
  close(): void;
};

const AUTHORIZATION = `Basic ${btoa('developer:swordfish')}`;

export async function startConnectProxy(): Promise<ConnectProxy> {
  const hosts: string[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((_request, response) => response.writeHead(405).end());
  server.on('connection', (socket) => sockets.add(socket));
  server.on('connect', ({ url = '', headers }, socket: Socket, head) => {
    hosts.push(url);
    if (headers['proxy-authorization'] !== AUTHORIZATION) {
      socket.end('HTTP/1.1 407 Proxy Authentication Required\r\n\r\n');
      return;
    }
    const { hostname, port } = new URL(`http://${url}`);
    const target = connect(Number(port), hostname, () => {
      socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
      target.write(head);
      target.pipe(socket).pipe(target);
    });
    sockets.add(target);
    for (const one of [socket, target]) {
      one.on('error', () => {
        socket.destroy();
        target.destroy();
      });
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://developer:swordfish@127.0.0.1:${port}`,
    hosts,
    close: () => {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}
