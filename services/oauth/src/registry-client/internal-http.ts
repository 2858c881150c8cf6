import { Agent as HttpAgent, request as httpRequest } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';

const MOST_ANSWER_BYTES = 1_000_000;
const MOST_CONNECTIONS = 50;

export type SentRequest = {
  method: 'GET' | 'POST';
  path: string;
  headers: Record<string, string>;
  body?: string;
};

export type ReceivedAnswer = { status: number; text: string };

/**
 * The status for an answer that is too large. It is no failure of the server: a rejection would be repeated, and would
 * open the circuit for every request.
 */
export const TOO_LARGE = 413;

/** Requests to one server, on connections that are kept. The clients that Node.js has beside this one take 12 MiB more. */
export class InternalHttp {
  readonly #origin: string;
  readonly #agent: HttpAgent;
  readonly #request: typeof httpRequest;

  constructor(baseUrl: string) {
    const { origin, protocol } = new URL(baseUrl);
    const isHttps = protocol === 'https:';
    const options = { keepAlive: true, maxSockets: MOST_CONNECTIONS };
    this.#origin = origin;
    this.#agent = isHttps ? new HttpsAgent(options) : new HttpAgent(options);
    this.#request = isHttps ? httpsRequest : httpRequest;
  }

  /**
   * Sends a request and takes its whole answer.
   * @param timeoutMilliseconds bounds all of it, an answer that never ends among it
   */
  send(
    { method, path, headers, body }: SentRequest,
    timeoutMilliseconds: number,
  ): Promise<ReceivedAnswer> {
    const { promise, resolve, reject } = Promise.withResolvers<ReceivedAnswer>();
    const length = body === undefined ? {} : { 'content-length': Buffer.byteLength(body) };
    const options = {
      method,
      agent: this.#agent,
      headers: { ...headers, ...length },
      signal: AbortSignal.timeout(timeoutMilliseconds),
    };
    const sent = this.#request(this.#origin + path, options, (response) => {
      const pieces: Buffer[] = [];
      let bytes = 0;
      response.on('data', (piece: Buffer) => {
        bytes += piece.length;
        pieces.push(piece);
        if (bytes <= MOST_ANSWER_BYTES) return;
        resolve({ status: TOO_LARGE, text: '' });
        sent.destroy();
      });
      // Also for an answer that was cut off.
      response.on('error', reject);
      response.on('end', () => {
        resolve({ status: response.statusCode ?? 0, text: Buffer.concat(pieces).toString('utf8') });
      });
    });
    sent.on('error', reject);
    sent.end(body);
    return promise;
  }

  close(): void {
    this.#agent.destroy();
  }
}
