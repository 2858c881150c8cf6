import type {
  AuditEventList,
  AuditEventRecord,
  AuditQuery,
  GrantRevocationRequest,
  Revocation,
  RevocationFeed,
} from '@app-platform/contracts';
import { callPolicy } from '@app-platform/service-kit';

const TIMEOUT_MILLISECONDS = 2_000;

export type OauthClientOptions = {
  /** The OAuth service's internal address. */
  baseUrl: string;
  serviceToken: string;
};

/** The only caller of the OAuth service's internal API. */
export class OauthClient {
  readonly #baseUrl: string;
  readonly #serviceToken: string;
  readonly #calls = callPolicy();

  constructor({ baseUrl, serviceToken }: OauthClientOptions) {
    this.#baseUrl = baseUrl;
    this.#serviceToken = serviceToken;
  }

  /**
   * @param after id of the last revocation known
   * @throws Error where it does not answer as agreed, and in time
   */
  async listRevocations(after: string): Promise<Revocation[]> {
    const response = await this.#send('GET', `/internal/revocations?after=${after}`);
    return ((await response.json()) as RevocationFeed).revocations;
  }

  /** @throws Error likewise */
  async listAuditEvents({
    organizationId,
    size,
    ...filter
  }: AuditQuery): Promise<AuditEventRecord[]> {
    const search = new URLSearchParams({ ...filter, size: String(size) });
    const path = `/internal/organizations/${organizationId}/audit-events?${search}`;
    const response = await this.#send('GET', path);
    return ((await response.json()) as AuditEventList).events;
  }

  /** @throws Error likewise */
  async revokeGrants(request: GrantRevocationRequest): Promise<void> {
    const response = await this.#send('POST', '/internal/grant-revocations', request);
    await response.body?.cancel();
  }

  async #send(method: string, path: string, body?: object): Promise<Response> {
    const response = await this.#calls.run(() =>
      fetch(new URL(path, this.#baseUrl), {
        method,
        headers: {
          authorization: `Bearer ${this.#serviceToken}`,
          ...(body && { 'content-type': 'application/json' }),
        },
        ...(body && { body: JSON.stringify(body) }),
        signal: AbortSignal.timeout(TIMEOUT_MILLISECONDS),
      }),
    );
    if (!response.ok) throw new Error(`the OAuth service answered ${response.status}`);
    return response;
  }
}
