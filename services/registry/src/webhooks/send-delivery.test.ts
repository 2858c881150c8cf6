import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { startReceiver, type WebhookReceiver } from '../../testing/webhook-receiver.ts';
import { type Sending, sendDelivery } from './send-delivery.ts';

const PRIVATE = 'not public';
const never = new AbortController().signal;
const message = (url: string) => ({ url, payload: '{}', headers: { 'webhook-id': 'one' } });

/** As in production, with host names that lead where a test wants. */
function production(...answers: string[][]): Sending & { asked: string[] } {
  const asked: string[] = [];
  const resolve = async (host: string) => {
    asked.push(host);
    return answers[asked.length - 1] ?? answers.at(-1) ?? [];
  };
  return { resolve, asked, allowsLoopback: false, timeoutMilliseconds: 5_000 };
}

const development = (timeoutMilliseconds = 5_000): Sending => ({
  resolve: async () => [],
  allowsLoopback: true,
  timeoutMilliseconds,
});

describe('addresses that are not public are not connected to', () => {
  it.each([
    'https://127.0.0.1/',
    'https://127.1/',
    'https://2130706433/',
    'https://0x7f000001/',
    'https://0177.0.0.1/',
    'https://0/',
    'https://0.0.0.0/',
    'https://10.0.0.1/',
    'https://100.64.0.1/',
    'https://169.254.169.254/latest/meta-data/',
    'https://172.31.255.255/',
    'https://192.168.0.1/',
    'https://[::]/',
    'https://[::1]/',
    'https://[::ffff:127.0.0.1]/',
    'https://[::ffff:a9fe:a9fe]/',
    'https://[64:ff9b::7f00:1]/',
    'https://[fd00:ec2::254]/',
    'https://[fe80::1]/',
    'https://１２７.0.0.1/',
  ])('literal private addresses: %s', async (url) => {
    const sending = production(['1.1.1.1']);
    await expect(sendDelivery(message(url), sending, never)).rejects.toThrow(
      /not public|not an absolute https address/,
    );
    expect(sending.asked).toEqual([]);
  });

  it.each([
    ['a private one', ['10.0.0.1']],
    ['loopback', ['127.0.0.1']],
    ['metadata', ['169.254.169.254']],
    ['a private one by IPv6', ['fd00::1']],
    ['a public and a private one', ['1.1.1.1', '192.168.0.1']],
  ])('host names that lead to %s', async (_what, addresses) => {
    const sending = production(addresses);
    const sent = sendDelivery(message('https://apps.example.com/'), sending, never);
    await expect(sent).rejects.toThrow(PRIVATE);
    expect(sending.asked).toEqual(['apps.example.com']);
  });

  it('localhost, outside of development', async () => {
    const sent = sendDelivery(message('https://localhost/'), production(['127.0.0.1']), never);
    await expect(sent).rejects.toThrow(PRIVATE);
  });

  it('a rebinding name: it is resolved once for each connection, which uses that answer', async () => {
    const sending = production(['10.0.0.1'], ['1.1.1.1'], ['127.0.0.1'], ['1.1.1.1']);
    const first = sendDelivery(message('https://apps.example.com/'), sending, never);
    await expect(first).rejects.toThrow(PRIVATE);
    expect(sending.asked).toHaveLength(1);
    // As at a time when the name led to a public address, which is not kept.
    await sending.resolve('apps.example.com');
    const next = sendDelivery(message('https://apps.example.com/'), sending, never);
    await expect(next).rejects.toThrow(PRIVATE);
    expect(sending.asked).toHaveLength(3);
  });

  it('names without an address', async () => {
    const sent = sendDelivery(message('https://apps.example.com/'), production([]), never);
    await expect(sent).rejects.toThrow('The host name has no address.');
  });

  it.each([
    ['http', 'http://apps.example.com/'],
    ['another port', 'https://apps.example.com:22/'],
    ['user information', 'https://user@apps.example.com/'],
    ['header injection', 'https://apps.example.com/\r\nX-Injected: 1'],
    ['another scheme', 'ftp://apps.example.com/'],
  ])('addresses with %s', async (_what, url) => {
    const sending = production(['1.1.1.1']);
    await expect(sendDelivery(message(url), sending, never)).rejects.toThrow('The address');
    expect(sending.asked).toEqual([]);
  });
});

describe('in development', () => {
  let receiver: WebhookReceiver;
  beforeEach(async () => {
    receiver = await startReceiver();
  });
  afterEach(() => receiver.close());

  it('loopback addresses are sent to, by literal and by name', async () => {
    const { port } = new URL(receiver.url);
    for (const url of [receiver.url, `http://localhost:${port}/`]) {
      expect(await sendDelivery(message(url), development(), never)).toMatchObject({ status: 204 });
    }
    expect(receiver.received.map(({ body, headers }) => [body, headers['webhook-id']])).toEqual([
      ['{}', 'one'],
      ['{}', 'one'],
    ]);
  });

  it('private addresses are refused all the same', async () => {
    const sent = sendDelivery(message('https://10.0.0.1/'), development(), never);
    await expect(sent).rejects.toThrow(PRIVATE);
  });

  it('redirects are not followed, to a private address or any other', async () => {
    for (const location of ['http://10.0.0.1/', `${receiver.url}/second`]) {
      receiver.answer = (response) => response.writeHead(307, { location }).end();
      expect(await sendDelivery(message(receiver.url), development(), never)).toMatchObject({
        status: 307,
      });
    }
    expect(receiver.received.map(({ path }) => path)).toEqual(['/', '/']);
  });

  it('a path with encoded line breaks stays one line', async () => {
    await sendDelivery(message(`${receiver.url}/%0d%0aX-Injected:%201`), development(), never);
    expect(receiver.received[0]?.path).toBe('/%0d%0aX-Injected:%201');
    expect(receiver.received[0]?.headers).not.toHaveProperty('x-injected');
  });
});

describe('hostile responses', () => {
  let server: Server;
  let url: string;
  let respond: (socket: Socket) => void;
  const sockets = new Set<Socket>();

  beforeEach(async () => {
    server = createServer((socket) => {
      sockets.add(socket);
      socket.on('error', () => undefined);
      socket.once('data', () => respond(socket));
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  });
  afterEach(async () => {
    for (const socket of sockets) socket.destroy();
    sockets.clear();
    server.close();
    await once(server, 'close');
  });

  it('an endless body is not read', async () => {
    const closed = Promise.withResolvers<void>();
    respond = (socket) => {
      socket.once('close', () => closed.resolve());
      socket.write('HTTP/1.1 200 OK\r\n\r\n');
      const fill = () => {
        while (socket.writable && socket.write(Buffer.alloc(65_536)));
      };
      socket.on('drain', fill);
      fill();
    };
    expect(await sendDelivery(message(url), development(), never)).toMatchObject({ status: 200 });
    await closed.promise;
  });

  it('endless headers end it', async () => {
    respond = (socket) => {
      socket.write('HTTP/1.1 200 OK\r\n');
      const fill = () => {
        while (socket.writable && socket.write(`X-Filler: ${'x'.repeat(8_000)}\r\n`));
      };
      socket.on('drain', fill);
      fill();
    };
    const sent = sendDelivery(message(url), development(), never);
    await expect(sent).rejects.toThrow('HPE_HEADER_OVERFLOW');
  });

  it('no response, or one byte at a time, ends at the deadline', async () => {
    const behaviours: ((socket: Socket) => void | Promise<void>)[] = [
      () => undefined,
      async (socket) => {
        while (socket.writable) {
          socket.write('H');
          await wait(20);
        }
      },
      async (socket) => {
        socket.write('HTTP/1.1 200 OK\r\n');
        while (socket.writable) {
          socket.write('X-Slow: 1\r\n');
          await wait(20);
        }
      },
    ];
    for (const behaviour of behaviours) {
      respond = (socket) => void behaviour(socket);
      const sent = sendDelivery(message(url), development(200), never);
      await expect(sent).rejects.toThrow(/No response came within 0.2 seconds|HPE_/);
    }
  });

  it('no HTTP, and a connection that ends, are failures with a code alone', async () => {
    respond = (socket) => void socket.end('SSH-2.0-OpenSSH\r\n');
    await expect(sendDelivery(message(url), development(), never)).rejects.toThrow(
      /^The connection failed: HPE_\w+\.$/,
    );
    respond = (socket) => void socket.destroy();
    await expect(sendDelivery(message(url), development(), never)).rejects.toThrow(
      'The connection failed: ECONNRESET.',
    );
  });

  it('is cut off where the signal says so', async () => {
    const stopping = new AbortController();
    respond = () => stopping.abort(new Error('stopping'));
    const sent = sendDelivery(message(url), development(), stopping.signal);
    await expect(sent).rejects.toThrow('stopping');
  });

  it('TLS that does not verify is refused', async () => {
    respond = (socket) => void socket.end('HTTP/1.1 200 OK\r\n\r\n');
    const sent = sendDelivery(message(url.replace('http:', 'https:')), development(), never);
    await expect(sent).rejects.toThrow(/^The connection failed: \w+\.$/);
  });
});
