import type { DatabaseConnection } from '@app-platform/runtime/database';

const READ_PLAN = {
  name: 'read-plan',
  text: 'SELECT line FROM explained',
  parameters: {},
  row: { line: 'text' },
} as const;

/**
 * How PostgreSQL runs a statement that has been asked for so often that it is planned for good: for
 * any values, and by what is known of the tables now.
 */
export async function genericPlan(
  { adapter, statements }: DatabaseConnection,
  sql: string,
): Promise<string[]> {
  const places = [...sql.matchAll(/\$(\d+)/g)].map(([, place]) => Number(place));
  const values = Array.from({ length: Math.max(0, ...places) }, () => 'NULL');
  const given = values.length > 0 ? `(${values.join(', ')})` : '';
  const session = await adapter.connect();
  // In one script, since it has to be one session.
  await session.executeScript(`
    SET LOCAL plan_cache_mode = force_generic_plan;
    CREATE TABLE IF NOT EXISTS explained (line text);
    TRUNCATE explained;
    PREPARE asked AS ${sql};
    DO $do$ DECLARE line text; BEGIN
      FOR line IN EXECUTE 'EXPLAIN EXECUTE asked${given}' LOOP
        INSERT INTO explained VALUES (line);
      END LOOP;
    END $do$;
    DEALLOCATE asked`);
  await session.dispose();
  const rows = await statements.rows(READ_PLAN, {});
  return rows.map(({ line }) => line);
}
