import type {
  ActivitySummary,
  ActivitySummaryQuery,
  AuditEventList,
  AuditEventRecord,
  AuditQuery,
  ChangeBatch,
  GrantCount,
  GrantRevocationRequest,
  GrantRevocationResponse,
  InstallationRequestMail,
  OauthActivity,
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

export type OauthClientOptions = {
  /** The OAuth service's internal address. */
  baseUrl: string;
  serviceToken: string;
  /** Measures the calls. */
  calls: InternalCalls;
  /** How long an answer may take; 2 seconds without it. */
  timeoutMilliseconds?: number;
};

/** The only caller of the OAuth service's internal API. */
export class OauthClient {
  readonly #baseUrl: string;
  readonly #serviceToken: string;
  readonly #calls: InternalCalls;
  readonly #timeoutMilliseconds: number;
  readonly #policy = callPolicy();

  constructor({ baseUrl, serviceToken, calls, timeoutMilliseconds = 2_000 }: OauthClientOptions) {
    this.#baseUrl = baseUrl;
    this.#serviceToken = serviceToken;
    this.#calls = calls;
    this.#timeoutMilliseconds = timeoutMilliseconds;
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

  /** Lets administrators know of a user's request. @throws Error likewise */
  async mailInstallationRequest(
    organizationId: string,
    request: InstallationRequestMail,
  ): Promise<void> {
    const path = `/internal/organizations/${organizationId}/installation-request-mails`;
    await this.#send('mailInstallationRequest', path, request);
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

  /** The hours in which an app did something there in an organization. @throws Error likewise */
  async listActivity(
    { organizationId, clientId }: { organizationId: string; clientId: string },
    from: Date,
    until: Date,
  ): Promise<OauthActivity['hours']> {
    const period = { from: from.toISOString(), until: until.toISOString() };
    const search = new URLSearchParams({ clientId, ...period });
    const path = `/internal/organizations/${organizationId}/activity?${search}`;
    const response = await this.#send('listActivity', path);
    return ((await response.json()) as OauthActivity).hours;
  }

  /** When some apps were last used there in an organization, and how many requests were refused. @throws Error likewise */
  async summarizeActivity(
    organizationId: string,
    query: ActivitySummaryQuery,
  ): Promise<ActivitySummary['apps']> {
    const path = `/internal/organizations/${organizationId}/activity-summary`;
    const response = await this.#send('summarizeActivity', path, query);
    return ((await response.json()) as ActivitySummary).apps;
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
      signal: AbortSignal.timeout(this.#timeoutMilliseconds),
    });
  }
}

function succeeded(response: Response): Response {
  if (response.ok) return response;
  throw new Error(`the OAuth service answered ${response.status}`);
}
