import type { Adapter } from 'oidc-provider';
import pg from 'pg';

const TABLE = `
  CREATE TABLE record (
    id text PRIMARY KEY, payload jsonb NOT NULL, grant_id text,
    consumed_at timestamptz, expires_at timestamptz);
  CREATE INDEX record_grant ON record (grant_id)`;

/** oidc-provider's adapter on PostgreSQL: each call is one prepared statement. */
export async function pgAdapter(connectionString: string): Promise<(kind: string) => Adapter> {
  const pool = new pg.Pool({ connectionString });
  await pool.query(TABLE);
  const run = (name: string, text: string, values: unknown[]) => pool.query({ name, text, values });
  return (kind) => ({
    upsert: async (id, payload, expiresIn) => {
      await run(
        'upsert',
        `INSERT INTO record (id, payload, grant_id, expires_at)
         VALUES ($1, $2, $3, now() + $4 * interval '1 second')
         ON CONFLICT (id) DO UPDATE SET payload = excluded.payload, expires_at = excluded.expires_at`,
        [`${kind}:${id}`, payload, payload.grantId, expiresIn],
      );
    },
    find: async (id) => {
      const { rows } = await run(
        'find',
        'SELECT payload, consumed_at FROM record WHERE id = $1 AND expires_at > now()',
        [`${kind}:${id}`],
      );
      const [row] = rows;
      if (!row) return undefined;
      const consumed = row.consumed_at && Math.floor(row.consumed_at.getTime() / 1000);
      return { ...row.payload, ...(consumed && { consumed }) };
    },
    consume: async (id) => {
      await run('consume', 'UPDATE record SET consumed_at = now() WHERE id = $1', [
        `${kind}:${id}`,
      ]);
    },
    destroy: async (id) => {
      await run('destroy', 'DELETE FROM record WHERE id = $1', [`${kind}:${id}`]);
    },
    revokeByGrantId: async (grantId) => {
      await run('revoke', 'DELETE FROM record WHERE grant_id = $1', [grantId]);
    },
    findByUid: async () => undefined,
    findByUserCode: async () => undefined,
  });
}
