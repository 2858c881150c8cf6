import { type Columns, defineStatement, type RowOf, type Statements } from './statement.ts';

/** The filters that have an index of their own, with their columns. */
const FILTERS = { action: 'action', actor: 'actor_id', subject: 'subject' } as const;

const HIGHEST_ID = 2n ** 63n - 1n;
const EARLIEST = new Date(0);
/** No event is later, whatever the clocks of replicas say: the partitions of later months are not read. */
const LATEST_MILLISECONDS = 86_400_000;

const commonRow = {
  id: 'int8',
  at: 'timestamptz',
  actorType: 'text',
  actorId: 'text',
  action: 'text',
  subject: 'text',
  requestId: 'text',
  traceId: 'text?',
  address: 'text',
} as const;

/** Which audit events of an organization are read: `AuditQuery` of the contracts. */
type Query = {
  organizationId: string;
  action?: string;
  actor?: string;
  subject?: string;
  /** The name of an app: its events, and those of each version of it. */
  app?: string;
  /** Instants in ISO 8601. */
  from?: string;
  until?: string;
  /** Only events with a lower id. */
  before?: string;
  size: number;
};

/**
 * Makes the reader of a service's audit events.
 * @param own the columns that the other service's audit events do not have, by their names in a row
 */
export function auditList<const Own extends Columns>(own: Own, columns: Record<keyof Own, string>) {
  const ownColumns = Object.entries(columns).map(([name, column]) => `, ${column} AS "${name}"`);
  /** @param indexed the filter that is always present, so that its index can be used */
  const statement = (indexed?: keyof typeof FILTERS) => {
    const filters = Object.entries(FILTERS).map(([name, column], index) => {
      const isEqual = `${column} = $${index + 2}`;
      return name === indexed ? isEqual : `($${index + 2}::text IS NULL OR ${isEqual})`;
    });
    return defineStatement({
      name: `list-audit-events${indexed ? `-by-${indexed}` : ''}`,
      text: `
        SELECT id, at, actor_type AS "actorType", actor_id AS "actorId", action, subject,
          request_id AS "requestId", trace_id AS "traceId", address${ownColumns.join('')}
        FROM audit_event
        WHERE organization_id = $1 AND ${filters.join(' AND ')}
          AND id < $5 AND at >= $6 AND at < $7
          AND ($9::text IS NULL OR subject = $9 OR starts_with(subject, $9 || '-'))
        ORDER BY id DESC LIMIT $8::int4`,
      parameters: {
        organizationId: 'text',
        action: 'text?',
        actor: 'text?',
        subject: 'text?',
        before: 'int8',
        from: 'timestamptz',
        until: 'timestamptz',
        size: 'int4',
        app: 'text?',
      },
      row: { ...commonRow, ...own },
    });
  };
  const byFilter = {
    subject: statement('subject'),
    actor: statement('actor'),
    action: statement('action'),
    all: statement(),
  };
  /** @returns an organization's events, the latest first */
  return async (
    statements: Statements,
    { organizationId, before, size, from, until, ...filters }: Query,
  ): Promise<RowOf<typeof commonRow & Own>[]> => {
    const { subject = null, actor = null, action = null, app = null } = filters;
    const indexed = subject ? 'subject' : actor ? 'actor' : action ? 'action' : 'all';
    const rows = await statements.rows(byFilter[indexed], {
      ...{ organizationId, action, actor, subject, size, app },
      before: before === undefined ? HIGHEST_ID : BigInt(before),
      from: from === undefined ? EARLIEST : new Date(from),
      until: new Date(until ?? Date.now() + LATEST_MILLISECONDS),
    });
    return rows as RowOf<typeof commonRow & Own>[];
  };
}
