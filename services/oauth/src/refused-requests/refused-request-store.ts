import type { RefusedRequestRecord } from '@app-platform/contracts';
import { defineStatement } from '@app-platform/runtime/database';
import type { DatabaseAccess } from '../database/database.ts';

/** Requests of a client that were refused for the same reason. */
export type RefusedRequests = {
  clientId: string;
  endpoint: RefusedRequestRecord['endpoint'];
  /** The code of RFC 6749 section 4.1.2.1 or 5.2. */
  error: string;
  /** In English, and the same for the same fault. */
  reason: string;
  /** Those of the last one that are kept; null if they are too long, or not text. */
  parameters: Record<string, string> | null;
  count: number;
  firstAt: Date;
  lastAt: Date;
};

/** Of each client: those refused last. */
const MOST_KINDS_OF_A_CLIENT = 50;
const MOST_RECENT = 1_000;

const ADD = defineStatement({
  name: 'add-refused-requests',
  // In the order of the key, so that two replicas never wait for each other.
  text: `
    INSERT INTO refused_request AS kept
      (client_id, endpoint, error, reason, parameters, count, first_at, last_at)
    SELECT "clientId", endpoint, error, reason, parameters, count, "firstAt", "lastAt"
    FROM json_to_recordset($1::json) AS given("clientId" text, endpoint text, error text, reason text,
      parameters json, count int4, "firstAt" timestamptz, "lastAt" timestamptz)
    ORDER BY 1, 2, 3, 4
    ON CONFLICT (client_id, endpoint, error, reason) DO UPDATE SET
      parameters = excluded.parameters,
      count = LEAST(kept.count::int8 + excluded.count, 2147483647)::int4,
      last_at = GREATEST(kept.last_at, excluded.last_at)`,
  parameters: { refused: 'json' },
  row: {},
});

const REMOVE_EXCESS = defineStatement({
  name: 'remove-excess-refused-requests',
  text: `
    DELETE FROM refused_request WHERE ctid = ANY(ARRAY(
      SELECT ranked.ctid FROM unnest($1::text[]) AS given(client_id) CROSS JOIN LATERAL (
        SELECT ctid FROM refused_request one WHERE one.client_id = given.client_id
        ORDER BY last_at DESC OFFSET ${MOST_KINDS_OF_A_CLIENT} FOR UPDATE SKIP LOCKED) ranked))`,
  parameters: { clientIds: 'text[]' },
  row: {},
});

const COLUMNS = `
    SELECT client_id AS "clientId", endpoint, error, reason, parameters, count,
      first_at AS "firstAt", last_at AS "lastAt"
    FROM refused_request`;

const row = {
  clientId: 'text',
  endpoint: 'text',
  error: 'text',
  reason: 'text',
  parameters: 'json',
  count: 'int4',
  firstAt: 'timestamptz',
  lastAt: 'timestamptz',
} as const;

const LIST = defineStatement({
  name: 'list-refused-requests',
  text: `${COLUMNS} WHERE client_id = $1
    ORDER BY last_at DESC LIMIT ${MOST_KINDS_OF_A_CLIENT}`,
  parameters: { clientId: 'text' },
  row,
});

/** Of all clients that somebody looks at, so that one statement serves them. */
const LIST_RECENT = defineStatement({
  name: 'list-recent-refused-requests',
  text: `${COLUMNS} WHERE last_at >= $2 AND client_id = ANY($1::text[])
    ORDER BY last_at DESC LIMIT ${MOST_RECENT}`,
  parameters: { clientIds: 'text[]', since: 'timestamptz' },
  row,
});

/** Refused requests by client and reason. At most 50 reasons of a client are kept. */
export class RefusedRequestStore {
  readonly #database: DatabaseAccess;

  constructor(database: DatabaseAccess) {
    this.#database = database;
  }

  async add(refused: readonly RefusedRequests[]): Promise<void> {
    const { statements } = this.#database;
    await statements.rows(ADD, { refused: JSON.stringify(refused) });
    const clientIds = [...new Set(refused.map(({ clientId }) => clientId))];
    await statements.rows(REMOVE_EXCESS, { clientIds });
  }

  /** Those of a client, the latest first. */
  async list(clientId: string): Promise<RefusedRequests[]> {
    return (await this.#database.statements.rows(LIST, { clientId })).map(refusedOf);
  }

  /** Those of clients since a time, the latest first. */
  async listRecent(clientIds: readonly string[], since: Date): Promise<RefusedRequests[]> {
    const values = { clientIds, since };
    return (await this.#database.statements.rows(LIST_RECENT, values)).map(refusedOf);
  }
}

type Row = Omit<RefusedRequests, 'endpoint' | 'parameters'> & {
  endpoint: string;
  parameters: unknown;
};

function refusedOf(row: Row): RefusedRequests {
  return {
    ...row,
    endpoint: row.endpoint as RefusedRequests['endpoint'],
    parameters: row.parameters as RefusedRequests['parameters'],
  };
}
