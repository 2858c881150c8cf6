import type { ScratchDatabases } from './scratch-databases.ts';

/** What stands in the tables for one registration of the benchmark, on average. */
const shape = `
  SELECT count(*)::float8 / nullif(count(DISTINCT a.id), 0) AS versions,
         avg(octet_length(v.definition::text))::float8 AS definition_bytes,
         avg((SELECT count(*) FROM attribute t WHERE t.app_version_id = v.id))::float8 AS attributes,
         avg((SELECT sum(octet_length(t::text) - octet_length(t.app_version_id::text))
              FROM attribute t WHERE t.app_version_id = v.id))::float8 AS attribute_bytes,
         (SELECT count(*) FROM audit_event e WHERE e.action = 'app_version.registered'
            AND e.subject LIKE 'bench\\_0%')::float8 / nullif(count(*), 0) AS audit_events
  FROM (SELECT * FROM app WHERE name LIKE 'bench\\_0%') a
  JOIN app_version v ON v.id = a.latest_version_id AND v.app_id = a.id`;

/** @throws Error where the registry and its baseline did not write the same: no ratio would count */
export async function verifySameRows(
  databases: ScratchDatabases,
  oursUrl: string,
  baselineUrl: string,
): Promise<void> {
  const [ours] = await databases.query(oursUrl, shape);
  const [baseline] = await databases.query(baselineUrl, shape);
  // Nothing was registered where only reads were measured.
  if (!baseline?.definition_bytes) return;
  const texts = [ours, baseline].map((row) => JSON.stringify(row));
  if (texts[0] !== texts[1]) {
    throw new Error(`The registry and its baseline wrote different rows:\n${texts.join('\n')}`);
  }
}
