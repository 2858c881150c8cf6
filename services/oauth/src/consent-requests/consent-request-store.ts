import { randomUUID } from 'node:crypto';
import { defineStatement, type Page } from '@app-platform/runtime/database';
import type { DatabaseAccess } from '../database/database.ts';
import type { ConsentSubject } from '../grants/consent-store.ts';

export const consentRequestStates = ['pending', 'approved', 'denied'] as const;
export type ConsentRequestState = (typeof consentRequestStates)[number];

/** A user's request that an administrator allows an app. One for each user and app. */
export type ConsentRequestRecord = {
  id: string;
  userId: string;
  email: string;
  clientId: string;
  scopes: string[];
  isForMcp: boolean;
  installedSince: Date;
  state: string;
  requestedAt: Date;
  decidedAt: Date | null;
};

export type NewConsentRequest = {
  organizationId: string;
  accountId: string;
  clientId: string;
  scopes: string[];
  isForMcp: boolean;
  installedSince: Date;
  at: Date;
};

export type ConsentDecision = {
  id: string;
  organizationId: string;
  state: 'approved' | 'denied';
  /** In any order. Null: whatever the request has. */
  seenScopes: string[] | null;
  at: Date;
};

const row = {
  id: 'text',
  userId: 'text',
  email: 'text',
  clientId: 'text',
  scopes: 'text[]',
  isForMcp: 'bool',
  installedSince: 'timestamptz',
  state: 'text',
  requestedAt: 'timestamptz',
  decidedAt: 'timestamptz?',
} as const;

const columns = `r.id::text AS id, a.id::text AS "userId", a.email, r.client_id AS "clientId",
      r.scopes, r.is_for_mcp AS "isForMcp", r.installed_since AS "installedSince", r.state, r.requested_at AS "requestedAt",
      r.decided_at AS "decidedAt"`;

/** A request for another resource gets another id, so that nobody decides a resource that they did not see. */
const PUT_REQUEST = defineStatement({
  name: 'put-consent-request',
  text: `
    INSERT INTO consent_request (id, organization_id, account_id, client_id, scopes,
      installed_since, state, requested_at, is_for_mcp)
    VALUES ($1::uuid, $2, $3::uuid, $4, $5::text[], $6, 'pending', $7, $8)
    ON CONFLICT (account_id, client_id) DO UPDATE SET organization_id = EXCLUDED.organization_id,
      id = CASE WHEN consent_request.is_for_mcp = EXCLUDED.is_for_mcp THEN consent_request.id
        ELSE EXCLUDED.id END, is_for_mcp = EXCLUDED.is_for_mcp,
      scopes = EXCLUDED.scopes, installed_since = EXCLUDED.installed_since, state = EXCLUDED.state,
      requested_at = EXCLUDED.requested_at, decided_at = NULL`,
  parameters: {
    id: 'text',
    organizationId: 'text',
    accountId: 'text',
    clientId: 'text',
    scopes: 'text[]',
    installedSince: 'timestamptz',
    at: 'timestamptz',
    isForMcp: 'bool',
  },
  row: {},
});

const FIND_REQUEST = defineStatement({
  name: 'find-consent-request',
  text: `
    SELECT state, scopes FROM consent_request
    WHERE account_id = $1::uuid AND client_id = $2 AND installed_since = $3 AND is_for_mcp = $4`,
  parameters: {
    accountId: 'text',
    clientId: 'text',
    installedSince: 'timestamptz',
    isForMcp: 'bool',
  },
  row: { state: 'text', scopes: 'text[]' },
});

const IS_PENDING = defineStatement({
  name: 'is-consent-request-pending',
  text: `
    SELECT EXISTS (
      SELECT FROM consent_request
      WHERE organization_id = $1 AND state = 'pending' AND client_id = $2) AS pending`,
  parameters: { organizationId: 'text', clientId: 'text' },
  row: { pending: 'bool' },
});

const LIST_REQUESTS = defineStatement({
  name: 'list-consent-requests',
  text: `
    SELECT ${columns} FROM consent_request r JOIN account a ON a.id = r.account_id
    WHERE r.organization_id = $1 AND r.state = $2 AND ($3::uuid IS NULL OR r.id > $3::uuid)
    ORDER BY r.id LIMIT $4::int4`,
  parameters: { organizationId: 'text', state: 'text', after: 'text?', size: 'int4' },
  row,
});

/**
 * Decides a request if it waits and has exactly the scopes. Locks the row before it compares, so that a
 * concurrent ask is compared, or replaces the decided request.
 */
const DECIDE_REQUEST = defineStatement({
  name: 'decide-consent-request',
  text: `
    WITH found AS (
      SELECT ${columns} FROM consent_request r JOIN account a ON a.id = r.account_id
      WHERE r.id = $1::uuid AND r.organization_id = $2 FOR UPDATE OF r
    ), decided AS (
      UPDATE consent_request r SET state = $3, decided_at = $4::timestamptz FROM found
      WHERE r.id = $1::uuid AND found.state = 'pending'
        AND ($5::text[] IS NULL OR (found.scopes @> $5::text[] AND found.scopes <@ $5::text[]))
      RETURNING r.id
    )
    SELECT found.*, EXISTS (SELECT FROM decided) AS "isDecided" FROM found`,
  parameters: {
    id: 'text',
    organizationId: 'text',
    state: 'text',
    at: 'timestamptz',
    seenScopes: 'text[]?',
  },
  row: { ...row, isDecided: 'bool' },
});

export type ConsentRequestStores = { consentRequests: ConsentRequestStore };

/** Consent requests of users to administrators. */
export class ConsentRequestStore {
  readonly #database: DatabaseAccess;

  constructor(database: DatabaseAccess) {
    this.#database = database;
  }

  /** Replaces the user's earlier request for the app. */
  async ask(request: NewConsentRequest): Promise<void> {
    await this.#database.statements.rows(PUT_REQUEST, { id: randomUUID(), ...request });
  }

  /** Whether any user of an organization waits for an answer about an app. */
  async isPending(organizationId: string, clientId: string): Promise<boolean> {
    const values = { organizationId, clientId };
    const [found] = await this.#database.statements.rows(IS_PENDING, values);
    return found?.pending ?? false;
  }

  async find(
    subject: ConsentSubject,
  ): Promise<{ state: ConsentRequestState; scopes: string[] } | undefined> {
    const [found] = await this.#database.statements.rows(FIND_REQUEST, subject);
    return found ? { ...found, state: found.state as ConsentRequestState } : undefined;
  }

  /** @returns one more than a page holds, where there is a next page */
  list(
    organizationId: string,
    state: ConsentRequestState,
    { size, after }: Page,
  ): Promise<ConsentRequestRecord[]> {
    const values = { organizationId, state, after: after ?? null, size: size + 1 };
    return this.#database.statements.rows(LIST_REQUESTS, values);
  }

  /**
   * Decides a request if it waits, and has the scopes that were seen.
   * @returns the request as it was before, and whether it is decided now
   */
  async decide(
    decision: ConsentDecision,
  ): Promise<(ConsentRequestRecord & { isDecided: boolean }) | undefined> {
    const [found] = await this.#database.statements.rows(DECIDE_REQUEST, decision);
    return found;
  }
}
