import type {
  ChangeBatch,
  ClientIdList,
  ClientRecord,
  CredentialCheckResponse,
  OrganizationState,
  SecretCheckResponse,
  TokenRequestCheck,
  TokenRequestClient,
  TokenRequestClients,
  TokenRequestParties,
  TokenRequestVerdict,
  TokenRequestVerdicts,
} from '@app-platform/contracts';
import { callPolicy, type InternalCalls } from '@app-platform/runtime';
import { batched } from '../database/batching.ts';
import { InternalHttp, type ReceivedAnswer, TOO_LARGE } from './internal-http.ts';
import { AnswerTooLarge, RegistryUnavailable } from './registry-unavailable.ts';

export type RegistryClientOptions = {
  /** The registry's internal address. */
  baseUrl: string;
  serviceToken: string;
  /** Measures the calls. */
  calls: InternalCalls;
  /** How long one attempt may take. */
  timeoutMilliseconds?: number;
};

type Call = { operation: string; method: 'GET' | 'POST'; path: string; body?: string };

/** The form of every client id. Nothing else is looked up, here or in PostgreSQL. */
export const CLIENT_ID = /^[\x21-\x7e]{1,128}$/;
/** RFC 6749 appendix A.2. The registry accepts no other secret. */
const SECRET = /^[\x20-\x7e]{1,1024}$/;

/** The only caller of the registry's internal API. */
export class RegistryClient {
  readonly #authorization: string;
  readonly #calls: InternalCalls;
  readonly #timeoutMilliseconds: number;
  readonly #policy = callPolicy();
  readonly #http: InternalHttp;
  readonly #check = batched((checks: readonly TokenRequestCheck[]) =>
    inHalves(checks, (some) => this.#checkAll(some)),
  );
  readonly #find = batched((clients: readonly TokenRequestParties[]) =>
    inHalves(clients, (some) => this.#findAll(some)),
  );
  #hasFailed = false;

  constructor(options: RegistryClientOptions) {
    const { baseUrl, serviceToken, calls, timeoutMilliseconds = 2_000 } = options;
    this.#authorization = `Bearer ${serviceToken}`;
    this.#http = new InternalHttp(baseUrl);
    this.#calls = calls;
    this.#timeoutMilliseconds = timeoutMilliseconds;
  }

  /**
   * @param organizationId also checks whether this organization has the app installed
   * @returns undefined for an unknown client
   * @throws RegistryUnavailable if it does not answer, or not as its contract says
   */
  async findClient(clientId: string, organizationId?: string): Promise<ClientRecord | undefined> {
    if (!CLIENT_ID.test(clientId)) return undefined;
    const query = organizationId ? `?organizationId=${organizationId}` : '';
    const path = `/internal/clients/${encodeURIComponent(clientId)}${query}`;
    const { status, text } = await this.#send({ operation: 'readClient', method: 'GET', path });
    if (status === 404) return undefined;
    const record = parse<ClientRecord>(status, text);
    if (record.clientId !== clientId)
      throw new RegistryUnavailable('it answered with another client');
    return record;
  }

  /** Finds each of some clients once, by client id. @throws RegistryUnavailable likewise */
  async findClients(clientIds: readonly string[]): Promise<Map<string, ClientRecord | undefined>> {
    const ids = [...new Set(clientIds)];
    const found = await Promise.all(ids.map((id) => this.findClient(id)));
    return new Map(ids.map((id, index) => [id, found[index]]));
  }

  /**
   * The client ids of the apps that a name means in an organization: two for an ambiguous name.
   * @throws RegistryUnavailable likewise
   */
  async findClientIds(organizationId: string, app: string): Promise<string[]> {
    const path = `/internal/organizations/${organizationId}/client-ids/${encodeURIComponent(app)}`;
    const { status, text } = await this.#send({ operation: 'listClientIds', method: 'GET', path });
    return parse<ClientIdList>(status, text).clientIds;
  }

  /**
   * @returns undefined for an unknown organization, and where a registry of the release before does not
   *   say it
   * @throws RegistryUnavailable likewise
   */
  async findOrganization(organizationId: string): Promise<OrganizationState | undefined> {
    const path = `/internal/organizations/${organizationId}`;
    const call = { operation: 'readOrganization', method: 'GET', path } as const;
    const { status, text } = await this.#send(call);
    if (status === 404 || status === 403) return undefined;
    return parse<OrganizationState>(status, text);
  }

  /** @returns undefined likewise @throws RegistryUnavailable likewise */
  async findOrganizationName(organizationId: string): Promise<string | undefined> {
    return (await this.findOrganization(organizationId))?.name;
  }

  /** @throws RegistryUnavailable likewise */
  async checkCredential(credential: string): Promise<CredentialCheckResponse> {
    const path = '/internal/credential-checks';
    const { status, text } = await this.#post('checkCredential', path, { credential });
    return parse<CredentialCheckResponse>(status, text);
  }

  /** @throws RegistryUnavailable likewise */
  async isSecretValid(clientId: string, secret: string): Promise<boolean> {
    if (!SECRET.test(secret)) return false;
    const path = `/internal/clients/${encodeURIComponent(clientId)}/secret-checks`;
    const { status, text } = await this.#post('checkSecret', path, { secret });
    return parse<SecretCheckResponse>(status, text).valid === true;
  }

  /**
   * Checks the secret and the installation. Concurrent checks share a request.
   * @returns undefined for a client id or secret that cannot exist
   * @throws RegistryUnavailable likewise
   */
  async checkTokenRequest(check: TokenRequestCheck): Promise<TokenRequestVerdict | undefined> {
    if (!CLIENT_ID.test(check.clientId) || !SECRET.test(check.secret)) return undefined;
    return this.#check(check);
  }

  /**
   * What token requests of a client need to know in an organization. Concurrent questions share a request.
   * @returns undefined for an unknown client, and where a registry of the release before does not say it
   * @throws RegistryUnavailable likewise
   */
  async findTokenRequestClient(
    asked: TokenRequestParties,
  ): Promise<TokenRequestClient | undefined> {
    return CLIENT_ID.test(asked.clientId) ? this.#find(asked) : undefined;
  }

  /**
   * The changes of the registry after a position. It waits a moment for one. Asked again and again, also while the
   * registry is down, so that a failure does not count for the circuit of the other calls.
   * @param subscriber names this process
   * @throws RegistryUnavailable likewise
   */
  async listChanges(subscriber: string, after: string | undefined): Promise<ChangeBatch> {
    const search = new URLSearchParams({ subscriber, ...(after && { after }) });
    const path = `/internal/changes?${search}`;
    const call = { operation: 'listChanges', method: 'GET', path } as const;
    const { status, text } = await this.#measured(call).catch((cause: unknown) => {
      throw new RegistryUnavailable('it did not answer', { cause });
    });
    return parse<ChangeBatch>(status, text);
  }

  /**
   * Whether the last call was answered, or the registry has become ready since. The registry is asked only after a
   * call that failed. Not measured and not part of the circuit of the calls.
   */
  async isAnswering(): Promise<boolean> {
    if (!this.#hasFailed) return true;
    const request = { method: 'GET', path: '/readyz', headers: {} } as const;
    const { status } = await this.#http.send(request, this.#timeoutMilliseconds);
    this.#hasFailed = status !== 200;
    return !this.#hasFailed;
  }

  close(): void {
    this.#http.close();
  }

  async #checkAll(checks: readonly TokenRequestCheck[]): Promise<TokenRequestVerdict[]> {
    const path = '/internal/token-request-checks';
    const { status, text } = await this.#post('checkTokenRequests', path, { checks });
    const { verdicts } = parse<TokenRequestVerdicts>(status, text);
    const isAnswer = (index: number) => verdicts?.[index]?.clientId === checks[index]?.clientId;
    if (verdicts?.length === checks.length && checks.every((_, index) => isAnswer(index))) {
      return verdicts;
    }
    throw new RegistryUnavailable('it answered with other checks');
  }

  async #findAll(
    asked: readonly TokenRequestParties[],
  ): Promise<(TokenRequestClient | undefined)[]> {
    const path = '/internal/token-request-clients';
    const { status, text } = await this.#post('findTokenRequestClients', path, { clients: asked });
    if (status === 404) return asked.map(() => undefined);
    const { clients } = parse<TokenRequestClients>(status, text);
    const found = asked.map((_, index) => clients?.[index] ?? undefined);
    if (found.some((one, index) => one && one.clientId !== asked[index]?.clientId)) {
      throw new RegistryUnavailable('it answered with other clients');
    }
    return found;
  }

  #post(operation: string, path: string, body: object): Promise<ReceivedAnswer> {
    return this.#send({ operation, method: 'POST', path, body: JSON.stringify(body) });
  }

  async #send(call: Call): Promise<ReceivedAnswer> {
    try {
      const answer = await this.#policy.run(() => this.#measured(call));
      this.#hasFailed = answer.status >= 500;
      return answer;
    } catch (cause) {
      this.#hasFailed = true;
      throw new RegistryUnavailable('it did not answer', { cause });
    }
  }

  async #measured(call: Call): Promise<ReceivedAnswer> {
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

  #attempt({ method, path, body }: Call, traceparent: string): Promise<ReceivedAnswer> {
    const headers = { authorization: this.#authorization, traceparent };
    const request =
      body === undefined
        ? { method, path, headers }
        : { method, path, body, headers: { ...headers, 'content-type': 'application/json' } };
    return this.#http.send(request, this.#timeoutMilliseconds);
  }
}

/**
 * Asks again for each half where the answer is too large: the large installations of one organization must not fail the
 * token requests of others, which share the batch.
 * @returns an error in place of an answer that is too large by itself
 */
async function inHalves<Question, Answer>(
  questions: readonly Question[],
  ask: (questions: readonly Question[]) => Promise<Answer[]>,
): Promise<(Answer | Error)[]> {
  try {
    return await ask(questions);
  } catch (error) {
    if (!(error instanceof AnswerTooLarge)) throw error;
    if (questions.length === 1) return [error];
    const middle = questions.length >> 1;
    const halves = [questions.slice(0, middle), questions.slice(middle)];
    return (await Promise.all(halves.map((half) => inHalves(half, ask)))).flat();
  }
}

function parse<T extends object>(status: number, text: string): T {
  if (status === TOO_LARGE) throw new AnswerTooLarge();
  if (status !== 200) throw new RegistryUnavailable(`it answered ${status}`);
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null) return value as T;
  } catch (cause) {
    throw new RegistryUnavailable('its answer is not JSON', { cause });
  }
  throw new RegistryUnavailable('its answer is not an object');
}
