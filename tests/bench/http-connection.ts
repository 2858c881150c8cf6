import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

const ANSWER_TIMEOUT_MILLISECONDS = 10_000;
const HEAD_END = '\r\n\r\n';

export type Answer = {
  status: number;
  body: Buffer;
  contentType: string;
  /** Whether the server takes no further request on this connection. */
  closes: boolean;
};

type Waiting = { resolve(answer: Answer): void; reject(error: Error): void };

/**
 * A connection that carries one request at a time. It is not node:http's client, which takes about
 * as much CPU as the servers that it would measure: the load would then be what is measured.
 */
export class HttpConnection {
  readonly #socket: Socket;
  #received: Buffer = Buffer.alloc(0);
  /** Known once the head of an answer is there. */
  #head: { text: string; totalLength: number } | undefined;
  #waiting: Waiting | undefined;

  private constructor(socket: Socket) {
    this.#socket = socket;
    socket.setNoDelay(true);
    socket.setTimeout(ANSWER_TIMEOUT_MILLISECONDS);
    socket.on('data', (chunk) => this.#receive(chunk));
    socket.on('timeout', () => socket.destroy(new Error('no answer came in time')));
    socket.on('error', (error) => this.#fail(error));
    socket.on('close', () => this.#fail(new Error('the connection closed before the answer')));
  }

  static async open(port: number): Promise<HttpConnection> {
    const socket = connect({ port, host: '127.0.0.1' });
    await once(socket, 'connect');
    return new HttpConnection(socket);
  }

  send(request: Buffer): Promise<Answer> {
    return new Promise((resolve, reject) => {
      if (this.#socket.destroyed) throw new Error('the connection closed between two requests');
      this.#waiting = { resolve, reject };
      this.#socket.write(request);
    });
  }

  close(): void {
    this.#socket.destroy();
  }

  #receive(chunk: Buffer): void {
    this.#received = this.#received.length > 0 ? Buffer.concat([this.#received, chunk]) : chunk;
    this.#head ??= readHead(this.#received);
    if (!this.#head || this.#received.length < this.#head.totalLength) return;
    const { text, totalLength } = this.#head;
    const body = this.#received.subarray(text.length + HEAD_END.length, totalLength);
    const { resolve } = this.#waiting ?? {};
    this.#waiting = undefined;
    this.#head = undefined;
    this.#received = Buffer.alloc(0);
    resolve?.({
      status: Number(text.slice(9, 12)),
      body,
      contentType: header(text, 'content-type'),
      closes: header(text, 'connection') === 'close',
    });
  }

  #fail(error: Error): void {
    this.#waiting?.reject(error);
    this.#waiting = undefined;
  }
}

function readHead(received: Buffer): { text: string; totalLength: number } | undefined {
  const end = received.indexOf(HEAD_END);
  if (end === -1) return undefined;
  const text = received.toString('latin1', 0, end);
  // Both sides send it wherever there is a body; a chunked answer would be waited for in vain.
  const length = header(text, 'content-length');
  return { text, totalLength: end + HEAD_END.length + Number(length) };
}

function header(head: string, name: string): string {
  return new RegExp(`\r\n${name}: ([^\r\n]*)`, 'i').exec(head)?.[1] ?? '';
}
