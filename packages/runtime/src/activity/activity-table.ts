import type { OrganizationTable } from '../database/organization-rows.ts';
import { defineStatement, type Statements } from '../database/statement.ts';

/** An app, in an organization that has it installed. */
export type AppOfOrganization = { organizationId: string; clientId: string };

/** What an app did in an organization in an hour. */
type HourOfActivity<Kind extends string> = {
  /** When the hour begins. */
  hour: Date;
  counts: Record<Kind, number>;
};

/** What one of several apps did in an organization. */
type SumOfActivity<Kind extends string> = { clientId: string; counts: Record<Kind, number> };

/** The table `activity_hour` of a service. */
export type ActivityTable<Kind extends string> = {
  /** Adds to the counts that are stored: all or, where it fails, none. */
  add(hours: readonly (HourOfActivity<Kind> & AppOfOrganization)[]): Promise<void>;
  /** The hours from one to another, that one left out, in which something was counted. */
  list(app: AppOfOrganization, from: Date, until: Date): Promise<HourOfActivity<Kind>[]>;
  /** What some apps did from an hour on; without those of which nothing was counted. */
  sum(organizationId: string, clientIds: string[], from: Date): Promise<SumOfActivity<Kind>[]>;
  /** Removes some hours before another. @returns how many rows it removed */
  removeBefore(hour: Date, most: number): Promise<number>;
};

/** How the rows of an organization are removed and exported. */
export const activityOfOrganization: OrganizationTable = {
  table: 'activity_hour',
  where: 'organization_id = $1',
  key: 'client_id',
  type: 'text',
  exportKey: "client_id || '/' || extract(epoch FROM hour)::int8",
  // An export sorts all rows for each page.
  pageRecords: 1_000,
};

/**
 * Declares the statements of the table.
 * @param kinds a column for each, by its name in snake case
 * @returns makes the table on the statements of a connection
 */
export function activityTable<const Kind extends string>(kinds: readonly Kind[]) {
  const columns = kinds.map((kind) => kind.replaceAll(/[A-Z]/g, (one) => `_${one.toLowerCase()}`));
  const given = kinds.map((kind) => `"${kind}"`);
  // In the order of the key, so that two replicas never wait for each other.
  const add = defineStatement({
    name: 'add-activity',
    text: `
      INSERT INTO activity_hour AS kept (organization_id, client_id, hour, ${columns.join(', ')})
      SELECT "organizationId", "clientId", hour, ${given.join(', ')}
      FROM json_to_recordset($1::json) AS given("organizationId" text, "clientId" text, hour timestamptz,
        ${given.map((one) => `${one} int8`).join(', ')})
      ORDER BY 1, 2, 3
      ON CONFLICT (organization_id, client_id, hour) DO UPDATE SET
        ${columns.map((one) => `${one} = kept.${one} + excluded.${one}`).join(', ')}`,
    parameters: { hours: 'json' },
    row: {},
  });
  const counts = columns.map((column, index) => `'${kinds[index]}', ${column}`);
  const list = defineStatement({
    name: 'list-activity',
    text: `
      SELECT hour, json_build_object(${counts.join(', ')}) AS counts FROM activity_hour
      WHERE organization_id = $1 AND client_id = $2 AND hour >= $3 AND hour < $4 ORDER BY hour`,
    parameters: {
      organizationId: 'text',
      clientId: 'text',
      from: 'timestamptz',
      until: 'timestamptz',
    },
    row: { hour: 'timestamptz', counts: 'json' },
  });
  const sums = columns.map((column, index) => `'${kinds[index]}', sum(${column})`);
  const sum = defineStatement({
    name: 'sum-activity',
    text: `
      SELECT client_id AS "clientId", json_build_object(${sums.join(', ')}) AS counts FROM activity_hour
      WHERE organization_id = $1 AND client_id = ANY($2) AND hour >= $3 GROUP BY client_id`,
    parameters: { organizationId: 'text', clientIds: 'text[]', from: 'timestamptz' },
    row: { clientId: 'text', counts: 'json' },
  });
  const removeBefore = defineStatement({
    name: 'remove-old-activity',
    text: `
      WITH removed AS (
        DELETE FROM activity_hour WHERE ctid = ANY(ARRAY(
          SELECT ctid FROM activity_hour WHERE hour < $1
          ORDER BY hour LIMIT $2::int4 FOR UPDATE SKIP LOCKED))
        RETURNING 1
      )
      SELECT count(*)::int4 AS removed FROM removed`,
    parameters: { hour: 'timestamptz', most: 'int4' },
    row: { removed: 'int4' },
  });
  return (statements: Statements): ActivityTable<Kind> => ({
    add: async (hours) => {
      const flat = hours.map(({ counts: counted, ...one }) => ({ ...one, ...counted }));
      await statements.rows(add, { hours: JSON.stringify(flat) });
    },
    list: async (app, from, until) => {
      const found = await statements.rows(list, { ...app, from, until });
      return found.map((one) => ({ ...one, counts: one.counts as Record<Kind, number> }));
    },
    sum: async (organizationId, clientIds, from) => {
      const found = await statements.rows(sum, { organizationId, clientIds, from });
      return found.map((one) => ({ ...one, counts: one.counts as Record<Kind, number> }));
    },
    removeBefore: async (hour, most) => {
      const [counted] = await statements.rows(removeBefore, { hour, most });
      return counted?.removed ?? 0;
    },
  });
}
