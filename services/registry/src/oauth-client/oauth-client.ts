import type {
  AuditEventList,
  AuditEventRecord,
  AuditQuery,
  ChangeBatch,
  GrantCount,
  GrantRevocationRequest,
  GrantRevocationResponse,
  OrganizationPolicies,
  OrganizationRemovalRequest,
  OrganizationRemovalResponse,
  RecentRefusedRequests,
  RecentRefusedRequestsQuery,
  RefusedRequestList,
  RefusedRequestRecord,
  RevocationFeed,
  UserIdentity,
  UserRoles,
} from '@app-platform/contracts';
import { callPolicy, type InternalCalls } from '@app-platform/runtime';

const TIMEOUT_MILLISECONDS = 2_000;

export type OauthClientOptions = {
  /** The OAuth service's internal address. */
  baseUrl: string;
  serviceToken: string;
  /** Measures the calls. */
  calls: InternalCalls;
};

/** The only caller of the OAuth service's internal API. */
export class OauthClient {
  readonly #baseUrl: string;
  readonly #serviceToken: string;
  readonly #calls: InternalCalls;
  readonly #policy = callPolicy();

  constructor({ baseUrl, serviceToken, calls }: OauthClientOptions) {
    this.#baseUrl = baseUrl;
    this.#serviceToken = serviceToken;
    this.#calls = calls;
  }

  /**
   * @param after id of the last revocation known
   * @throws Error where it does not answer as agreed, and in time
   */
  async listRevocations(after: string): Promise<RevocationFeed> {
    const response = await this.#send('listRevocations', `/internal/revocations?after=${after}`);
    return (await response.json()) as RevocationFeed;
  }

  /**
   * The changes of the OAuth service after a position. It waits a moment for one. Asked again and again, also while that
   * service is down, so that a failure does not count for the circuit of the other calls.
   * @param subscriber names this process
   * @throws Error likewise
   */
  async listChanges(subscriber: string, after: string | undefined): Promise<ChangeBatch> {
    const search = new URLSearchParams({ subscriber, ...(after && { after }) });
    const response = await this.#fetch('listChanges', `/internal/changes?${search}`);
    return (await succeeded(response).json()) as ChangeBatch;
  }

  /** @throws Error likewise */
  async listAuditEvents({
    organizationId,
    size,
    ...filter
  }: AuditQuery): Promise<AuditEventRecord[]> {
    const search = new URLSearchParams({ ...filter, size: String(size) });
    const path = `/internal/organizations/${organizationId}/audit-events?${search}`;
    const response = await this.#send('listAuditEvents', path);
    return ((await response.json()) as AuditEventList).events;
  }

  /** @returns whether grants are left, for another call @throws Error likewise */
  async revokeGrants(request: GrantRevocationRequest): Promise<boolean> {
    const response = await this.#send('revokeGrants', '/internal/grant-revocations', request);
    const { more = false } = (await response.json()) as GrantRevocationResponse;
    return more;
  }

  /** @returns what is left, for another call @throws Error likewise */
  async removeOrganization(
    request: OrganizationRemovalRequest,
  ): Promise<OrganizationRemovalResponse> {
    const path = '/internal/organization-removals';
    const response = await this.#send('removeOrganization', path, request);
    return (await response.json()) as OrganizationRemovalResponse;
  }

  /** What an organization lets assistants do. @throws Error likewise */
  async readPolicies(organizationId: string): Promise<OrganizationPolicies> {
    const path = `/internal/organizations/${organizationId}/policies`;
    const response = await this.#send('readOrganizationPolicies', path);
    return (await response.json()) as OrganizationPolicies;
  }

  /** @param user id or email address @returns null for an unknown user @throws Error likewise */
  async findUserRoles(organizationId: string, user: string): Promise<string[] | null> {
    const search = new URLSearchParams({ user });
    const path = `/internal/organizations/${organizationId}/user-roles?${search}`;
    const response = await this.#send('readUserRoles', path);
    return ((await response.json()) as UserRoles).roles;
  }

  /** Who a user is. @throws Error likewise */
  async findUserIdentity(organizationId: string, userId: string): Promise<UserIdentity> {
    const path = `/internal/organizations/${organizationId}/users/${userId}/identity`;
    const response = await this.#send('readUserIdentity', path);
    return (await response.json()) as UserIdentity;
  }

  /** How many grants an app has in an organization. @throws Error likewise */
  async countGrants(organizationId: string, clientId: string): Promise<number> {
    const search = new URLSearchParams({ clientId });
    const path = `/internal/organizations/${organizationId}/grant-count?${search}`;
    const response = await this.#send('countGrants', path);
    return ((await response.json()) as GrantCount).grants;
  }

  /** Why requests of a client were refused lately, the latest first. @throws Error likewise */
  async listRefusedRequests(clientId: string): Promise<RefusedRequestRecord[]> {
    const path = `/internal/clients/${encodeURIComponent(clientId)}/refused-requests`;
    const response = await this.#send('listRefusedRequests', path);
    return ((await response.json()) as RefusedRequestList).refusedRequests;
  }

  /**
   * The refused requests of some clients since a time. Polled, also while that service is down, so that a failure does not
   * count for the circuit of the other calls.
   * @throws Error likewise
   */
  async listRecentRefusedRequests(
    query: RecentRefusedRequestsQuery,
  ): Promise<RecentRefusedRequests['refusedRequests']> {
    const path = '/internal/refused-requests';
    const response = await this.#fetch('listRecentRefusedRequests', path, query);
    return ((await succeeded(response).json()) as RecentRefusedRequests).refusedRequests;
  }

  async #send(operation: string, path: string, body?: object): Promise<Response> {
    return succeeded(await this.#policy.run(() => this.#fetch(operation, path, body)));
  }

  #fetch(operation: string, path: string, body?: object): Promise<Response> {
    return this.#calls.fetch(operation, new URL(path, this.#baseUrl), {
      method: body ? 'POST' : 'GET',
      headers: {
        authorization: `Bearer ${this.#serviceToken}`,
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(TIMEOUT_MILLISECONDS),
    });
  }
}

function succeeded(response: Response): Response {
  if (response.ok) return response;
  throw new Error(`the OAuth service answered ${response.status}`);
}
