import { defineStatement, type Page, type Statements } from '@app-platform/runtime/database';

/** A user's request to the administrators to install an app. */
export type InstallationRequest = {
  id: bigint;
  /** The name of the app. */
  app: string;
  /** Its title. */
  title: string;
  /** The account of the OAuth service. */
  userId: string;
  note: string;
  createdAt: Date;
  updatedAt: Date;
};

/** Which request is meant, before its id is known. */
export type RequestKey = { organizationId: string; appId: bigint; userId: string };

const REQUESTS = `
  SELECT r.id, a.name AS app, a.title, r.user_id AS "userId", r.note, r.created_at AS "createdAt",
    r.updated_at AS "updatedAt"
  FROM installation_request r JOIN app a ON a.id = r.app_id`;

const row = {
  id: 'int8',
  app: 'text',
  title: 'text',
  userId: 'text',
  note: 'text',
  createdAt: 'timestamptz',
  updatedAt: 'timestamptz',
} as const;

const LIST_REQUESTS = defineStatement({
  name: 'list-installation-requests',
  text: `${REQUESTS} WHERE r.organization_id = $1 AND r.id > $2 ORDER BY r.id LIMIT $3`,
  parameters: { organizationId: 'text', after: 'int8', limit: 'int8' },
  row,
});

const LIST_REQUESTS_OF_USER = defineStatement({
  name: 'list-installation-requests-of-user',
  text: `
    ${REQUESTS} WHERE r.organization_id = $1 AND r.user_id = $4 AND r.id > $2
    ORDER BY r.id LIMIT $3`,
  parameters: { organizationId: 'text', after: 'int8', limit: 'int8', userId: 'text' },
  row,
});

const FIND_REQUEST = defineStatement({
  name: 'find-installation-request',
  text: `${REQUESTS} WHERE r.id = $1 AND r.organization_id = $2 FOR UPDATE OF r`,
  parameters: { id: 'int8', organizationId: 'text' },
  row,
});

const FIND_REQUEST_FOR_APP = defineStatement({
  name: 'find-installation-request-for-app',
  text: `${REQUESTS} WHERE r.organization_id = $1 AND r.app_id = $2 AND r.user_id = $3`,
  parameters: { organizationId: 'text', appId: 'int8', userId: 'text' },
  row,
});

const IS_REQUESTED = defineStatement({
  name: 'is-installation-requested',
  text: `
    SELECT EXISTS (SELECT FROM installation_request WHERE organization_id = $1 AND app_id = $2)
      AS requested`,
  parameters: { organizationId: 'text', appId: 'int8' },
  row: { requested: 'bool' },
});

const COUNT_REQUESTS = defineStatement({
  name: 'count-installation-requests',
  text: `
    SELECT count(*)::int4 AS count FROM installation_request
    WHERE organization_id = $1 AND user_id = $2`,
  parameters: { organizationId: 'text', userId: 'text' },
  row: { count: 'int4' },
});

const PUT_REQUEST = defineStatement({
  name: 'put-installation-request',
  text: `
    INSERT INTO installation_request (organization_id, app_id, user_id, note, created_at, updated_at)
    VALUES ($1, $2, $3, $4, $5, $5)
    ON CONFLICT (organization_id, app_id, user_id) DO UPDATE
    SET note = EXCLUDED.note, updated_at = EXCLUDED.updated_at`,
  parameters: {
    organizationId: 'text',
    appId: 'int8',
    userId: 'text',
    note: 'text',
    at: 'timestamptz',
  },
  row: {},
});

const REMOVE_REQUEST = defineStatement({
  name: 'remove-installation-request',
  text: 'DELETE FROM installation_request WHERE id = $1',
  parameters: { id: 'int8' },
  row: {},
});

const REMOVE_REQUESTS_FOR_APP = defineStatement({
  name: 'remove-installation-requests-for-app',
  text: `
    WITH removed AS (
      DELETE FROM installation_request WHERE organization_id = $1 AND app_id = $2 RETURNING id)
    SELECT count(*)::int4 AS count FROM removed`,
  parameters: { organizationId: 'text', appId: 'int8' },
  row: { count: 'int4' },
});

/** A request for an app that nobody in the organization requests yet. */
export type FirstRequest = Pick<InstallationRequest, 'app' | 'title' | 'userId' | 'note'> & {
  organizationId: string;
};

/** Requests that are open: an answer removes them. */
export class InstallationRequestStore {
  readonly #statements: Statements;
  readonly #onFirstRequest: (request: FirstRequest) => void;

  /** @param onFirstRequest called for each first request for an app */
  constructor(statements: Statements, onFirstRequest: (request: FirstRequest) => void) {
    this.#statements = statements;
    this.#onFirstRequest = onFirstRequest;
  }

  /** By id, the oldest first. @param userId left out for those of all users */
  list(
    organizationId: string,
    { after = '0', size }: Page,
    userId?: string,
  ): Promise<InstallationRequest[]> {
    const values = { organizationId, after: BigInt(after), limit: BigInt(size + 1) };
    return userId === undefined
      ? this.#statements.rows(LIST_REQUESTS, values)
      : this.#statements.rows(LIST_REQUESTS_OF_USER, { ...values, userId });
  }

  /** Finds it, and locks it until the end of the transaction. */
  async lock(organizationId: string, id: bigint): Promise<InstallationRequest | undefined> {
    return (await this.#statements.rows(FIND_REQUEST, { id, organizationId }))[0];
  }

  async findFor(key: RequestKey): Promise<InstallationRequest | undefined> {
    return (await this.#statements.rows(FIND_REQUEST_FOR_APP, key))[0];
  }

  /** How many a user has. */
  async count(organizationId: string, userId: string): Promise<number> {
    const [found] = await this.#statements.rows(COUNT_REQUESTS, { organizationId, userId });
    return found?.count ?? 0;
  }

  /** Creates the request. Where it is the first one for the app, administrators hear of it. */
  async create(
    key: RequestKey,
    { app, title, note }: Pick<FirstRequest, 'app' | 'title' | 'note'>,
    at: Date,
  ): Promise<void> {
    const { organizationId, appId, userId } = key;
    const [found] = await this.#statements.rows(IS_REQUESTED, { organizationId, appId });
    await this.put(key, note, at);
    if (!found?.requested) this.#onFirstRequest({ organizationId, app, title, userId, note });
  }

  /** Creates the request, or replaces its note. */
  async put(key: RequestKey, note: string, at: Date): Promise<void> {
    await this.#statements.rows(PUT_REQUEST, { ...key, note, at });
  }

  async remove(id: bigint): Promise<void> {
    await this.#statements.rows(REMOVE_REQUEST, { id });
  }

  /** Removes the requests of all users for an app. @returns how many there were */
  async removeOf(organizationId: string, appId: bigint): Promise<number> {
    const values = { organizationId, appId };
    return (await this.#statements.rows(REMOVE_REQUESTS_FOR_APP, values))[0]?.count ?? 0;
  }
}
