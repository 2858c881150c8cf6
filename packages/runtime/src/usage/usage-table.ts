import { defineStatement, type Statements } from '../database/statement.ts';

/** What an organization used on a day. */
export type DayOfUsage<Kind extends string> = {
  organizationId: string;
  /** In UTC, such as 2026-01-31. */
  day: string;
  counts: Record<Kind, number>;
};

/** What an organization used on the days of a period. */
type UsageOfOrganization<Kind extends string> = {
  organizationId: string;
  name: string | null;
  counts: Record<Kind, number>;
};

type UsagePeriod = {
  /** The first and the last day. */
  since: string;
  until: string;
  /** Of this organization alone. */
  organizationId?: string | undefined;
  /** The `next` of the page before. */
  after?: string | undefined;
};

type UsagePage<Kind extends string> = {
  organizations: UsageOfOrganization<Kind>[];
  /** Where the next page begins; null after the last one. */
  next: string | null;
};

/** The table `usage_day` of a service. */
export type UsageTable<Kind extends string> = {
  /** Adds to the counts that are stored: all or, where it fails, none. */
  add(days: readonly DayOfUsage<Kind>[]): Promise<void>;
  sum(period: UsagePeriod): Promise<UsagePage<Kind>>;
  /** Removes some days before another. @returns how many rows it removed */
  removeBefore(day: string, most: number): Promise<number>;
};

const PAGE_ORGANIZATIONS = 500;

/**
 * Declares the statements of the table.
 * @param kinds a column for each, by its name in snake case
 * @param name the name of the organization `u.organization_id`, in SQL
 * @returns makes the table on the statements of a connection
 */
export function usageTable<const Kind extends string>(kinds: readonly Kind[], name: string) {
  const columns = kinds.map((kind) => kind.replaceAll(/[A-Z]/g, (one) => `_${one.toLowerCase()}`));
  const given = kinds.map((kind) => `"${kind}"`);
  // In the order of the key, so that two replicas never wait for each other.
  const add = defineStatement({
    name: 'add-usage',
    text: `
      INSERT INTO usage_day AS kept (organization_id, day, ${columns.join(', ')})
      SELECT "organizationId", day, ${given.join(', ')}
      FROM json_to_recordset($1::json) AS given("organizationId" text, day date,
        ${given.map((one) => `${one} int8`).join(', ')})
      ORDER BY 1, 2
      ON CONFLICT (organization_id, day) DO UPDATE SET
        ${columns.map((one) => `${one} = kept.${one} + excluded.${one}`).join(', ')}`,
    parameters: { days: 'json' },
    row: {},
  });
  const row = { organizationId: 'text', name: 'text?', counts: 'json' } as const;
  const sums = columns.map((one, index) => `'${kinds[index]}', sum(u.${one})`);
  const sumOf = (condition: string) => `
      SELECT u.organization_id AS "organizationId", ${name} AS name,
        json_build_object(${sums.join(', ')}) AS counts
      FROM usage_day u WHERE ${condition} AND u.day BETWEEN $2::text::date AND $3::text::date
      GROUP BY u.organization_id ORDER BY u.organization_id LIMIT ${PAGE_ORGANIZATIONS}`;
  const sumAll = defineStatement({
    name: 'sum-usage',
    text: sumOf('u.organization_id > $1'),
    parameters: { after: 'text', since: 'text', until: 'text' },
    row,
  });
  const sumOne = defineStatement({
    name: 'sum-usage-of-one',
    text: sumOf('u.organization_id = $1'),
    parameters: { organizationId: 'text', since: 'text', until: 'text' },
    row,
  });
  const removeBefore = defineStatement({
    name: 'remove-old-usage',
    text: `
      WITH removed AS (
        DELETE FROM usage_day WHERE ctid = ANY(ARRAY(
          SELECT ctid FROM usage_day WHERE day < $1::text::date
          ORDER BY day LIMIT $2::int4 FOR UPDATE SKIP LOCKED))
        RETURNING 1
      )
      SELECT count(*)::int4 AS removed FROM removed`,
    parameters: { day: 'text', most: 'int4' },
    row: { removed: 'int4' },
  });
  return (statements: Statements): UsageTable<Kind> => ({
    add: async (days) => {
      const flat = days.map(({ counts, ...one }) => ({ ...one, ...counts }));
      await statements.rows(add, { days: JSON.stringify(flat) });
    },
    sum: async ({ organizationId, after = '', ...days }) => {
      const found =
        organizationId === undefined
          ? await statements.rows(sumAll, { after, ...days })
          : await statements.rows(sumOne, { organizationId, ...days });
      const organizations = found.map((one) => ({
        ...one,
        counts: one.counts as Record<Kind, number>,
      }));
      const last = found.length === PAGE_ORGANIZATIONS ? found.at(-1) : undefined;
      return { organizations, next: last?.organizationId ?? null };
    },
    removeBefore: async (day, most) => {
      const [counted] = await statements.rows(removeBefore, { day, most });
      return counted?.removed ?? 0;
    },
  });
}
