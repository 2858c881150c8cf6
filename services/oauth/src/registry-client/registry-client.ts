import { Agent, request } from 'node:http';
import type { ClientRecord, SecretCheckAnswer } from '@app-platform/contracts';
import { callPolicy, type InternalCalls } from '@app-platform/service-kit';
import { RegistryUnavailable } from './registry-unavailable.ts';

export type RegistryClientOptions = {
  /** The registry's internal address. */
  baseUrl: string;
  serviceToken: string;
  /** Measures the calls. */
  calls: InternalCalls;
  /** How long one attempt may take. */
  timeoutMilliseconds?: number;
};

type Call = { operation: string; method: string; path: string; body?: string };

type Answer = { status: number; text: string };

const MOST_ANSWER_CHARACTERS = 1_000_000;

/** The only caller of the registry's internal API. */
export class RegistryClient {
  readonly #baseUrl: string;
  readonly #serviceToken: string;
  readonly #calls: InternalCalls;
  readonly #timeoutMilliseconds: number;
  readonly #policy = callPolicy();
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 50 });

  constructor(options: RegistryClientOptions) {
    const { baseUrl, serviceToken, calls, timeoutMilliseconds = 2_000 } = options;
    this.#baseUrl = baseUrl;
    this.#serviceToken = serviceToken;
    this.#calls = calls;
    this.#timeoutMilliseconds = timeoutMilliseconds;
  }

  /**
   * @param organizationId also asks whether this organization has the app installed
   * @returns nothing where the registry knows no such client
   * @throws RegistryUnavailable where it does not answer, or not as agreed
   */
  async findClient(clientId: string, organizationId?: string): Promise<ClientRecord | undefined> {
    // No client id looks like this, so there is nothing to ask about.
    if (!/^[\x21-\x7e]{1,128}$/.test(clientId)) return undefined;
    const query = organizationId ? `?organizationId=${organizationId}` : '';
    const path = `/internal/clients/${encodeURIComponent(clientId)}${query}`;
    const { status, text } = await this.#send({ operation: 'readClient', method: 'GET', path });
    if (status === 404) return undefined;
    const record = parse<ClientRecord>(status, text);
    if (record.clientId !== clientId) throw new RegistryUnavailable('it answered another client');
    return record;
  }

  /** @throws RegistryUnavailable likewise */
  async isSecretValid(clientId: string, secret: string): Promise<boolean> {
    // RFC 6749 appendix A.2: no secret looks like this, and the registry would not take it.
    if (!/^[\x20-\x7e]{1,1024}$/.test(secret)) return false;
    const path = `/internal/clients/${encodeURIComponent(clientId)}/secret-checks`;
    const body = JSON.stringify({ secret });
    const { status, text } = await this.#send({
      operation: 'checkSecret',
      method: 'POST',
      path,
      body,
    });
    return parse<SecretCheckAnswer>(status, text).valid === true;
  }

  close(): void {
    this.#agent.destroy();
  }

  async #send(call: Call): Promise<Answer> {
    try {
      return await this.#policy.run(() => this.#measured(call));
    } catch (cause) {
      throw new RegistryUnavailable('it did not answer', { cause });
    }
  }

  async #measured(call: Call): Promise<Answer> {
    const { traceparent, end } = this.#calls.begin(call.operation);
    try {
      const answer = await this.#attempt(call, traceparent);
      end(answer.status);
      return answer;
    } catch (error) {
      end(undefined);
      throw error;
    }
  }

  #attempt({ method, path, body }: Call, traceparent: string): Promise<Answer> {
    return new Promise((resolve, reject) => {
      const sent = request(new URL(path, this.#baseUrl), {
        method,
        agent: this.#agent,
        // Bounds the whole attempt, a body that never ends among it.
        signal: AbortSignal.timeout(this.#timeoutMilliseconds),
        headers: {
          authorization: `Bearer ${this.#serviceToken}`,
          traceparent,
          ...(body !== undefined && { 'content-type': 'application/json' }),
        },
      });
      sent.on('error', reject);
      sent.on('response', (response) => {
        let text = '';
        response.setEncoding('utf8');
        response.on('data', (chunk: string) => {
          text += chunk;
          if (text.length > MOST_ANSWER_CHARACTERS) sent.destroy(new Error('too long an answer'));
        });
        response.on('error', reject);
        response.on('end', () => resolve({ status: response.statusCode ?? 0, text }));
      });
      sent.end(body);
    });
  }
}

function parse<T extends object>(status: number, text: string): T {
  if (status !== 200) throw new RegistryUnavailable(`it answered ${status}`);
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null) return value as T;
  } catch (cause) {
    throw new RegistryUnavailable('its answer is not JSON', { cause });
  }
  throw new RegistryUnavailable('its answer is not an object');
}
