import { Agent, type IncomingMessage, request } from 'node:http';
import { text } from 'node:stream/consumers';
import type { ServiceName } from '../servers/replica.ts';
import { DEADLINE_MILLISECONDS, type Observations } from './observations.ts';

/** Nothing came back, or not all of it: what was asked for may have happened. */
export class NoAnswer extends Error {}

/** One caller, at a network address of its own, whose every request is observed. */
export class HttpClient {
  readonly #agent: Agent;
  readonly #observations: Observations;
  readonly #serviceByHost: ReadonlyMap<string, ServiceName>;

  /** @param address one of the loopback's, such as 127.0.1.2 */
  constructor(
    address: string,
    serviceByHost: ReadonlyMap<string, ServiceName>,
    observations: Observations,
  ) {
    this.#agent = new Agent({ keepAlive: true, localAddress: address });
    this.#serviceByHost = serviceByHost;
    this.#observations = observations;
  }

  /** @throws NoAnswer */
  readonly send = async (url: URL, init: RequestInit = {}): Promise<Response> => {
    const startedAt = performance.now();
    let status = 0;
    try {
      const response = await this.#exchange(url, init);
      status = response.status;
      return response;
    } catch (cause) {
      throw new NoAnswer(cause instanceof Error ? cause.message : String(cause), { cause });
    } finally {
      const service = this.#serviceByHost.get(url.host);
      const endedAt = performance.now();
      const what = `${init.method ?? 'GET'} ${url.pathname}`;
      if (service) this.#observations.note({ service, what, status, startedAt, endedAt });
    }
  };

  close(): void {
    this.#agent.destroy();
  }

  async #exchange(url: URL, { method = 'GET', headers, body }: RequestInit): Promise<Response> {
    const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
    const sent = request(url, {
      method,
      headers: Object.fromEntries(new Headers(headers)),
      agent: this.#agent,
      // Ends an answer that never ends, too. The deadline itself is checked by what was observed.
      signal: AbortSignal.timeout(DEADLINE_MILLISECONDS),
    });
    sent.on('error', reject);
    sent.on('response', resolve);
    sent.end(body ?? undefined);
    const received = await promise;
    return new Response(bodyOf(received, await text(received)), {
      status: received.statusCode ?? 0,
      headers: headersOf(received),
    });
  }
}

function bodyOf({ statusCode }: IncomingMessage, body: string): string | null {
  return statusCode === 204 || statusCode === 304 ? null : body;
}

function headersOf({ headersDistinct }: IncomingMessage): Headers {
  const headers = new Headers();
  for (const [name, values = []] of Object.entries(headersDistinct)) {
    for (const value of values) headers.append(name, value);
  }
  return headers;
}
