import { setTimeout as wait } from 'node:timers/promises';
import type { PostgresqlServer } from '@app-platform/testing/servers/postgresql';
import { until } from '@app-platform/testing/until';
import type { Fault } from './fault.ts';

/** Enough for several seconds of work. */
const GRANTS = 50_000;
/** The lease of the killed replica, and the next poll after it, beside load. */
const FINISHED_MILLISECONDS = 90_000;

/** A deleted user with many grants, which a replica of the OAuth service begins to remove at its next poll. */
const DELETED_USER = `
  WITH deleted AS (
    INSERT INTO ended_user (account_id, ended_at, due_at)
    SELECT gen_random_uuid(), now() + interval '1 minute', now() - interval '1 day'
    RETURNING account_id)
  INSERT INTO provider_record (digest, kind, payload, grant_digest, account_id, client_id, expires_at)
  SELECT digest, 'Grant', '{}', digest, account_id, 'client', now() + interval '1 year'
  FROM deleted, generate_series(1, ${GRANTS}) n,
    LATERAL (SELECT sha256((account_id::text || n)::bytea) AS digest) digests
  RETURNING account_id::text AS id`;

/** Both replicas are killed while one of them removes the grants, so that another process must finish. */
export const killedInCleanUp: Fault = {
  name: 'kill -9 in the middle of a clean-up',
  inflict: async ({ postgresql, replicas }, holdMilliseconds) => {
    const [deleted] = await postgresql.query('oauth', DELETED_USER);
    const accountId = String(deleted?.id);
    await until('the removal has begun', FINISHED_MILLISECONDS, async () => {
      return (await grantsOf(postgresql, accountId)) < GRANTS;
    });
    await Promise.all(replicas.oauth.map((replica) => replica.kill()));
    if ((await grantsOf(postgresql, accountId)) === 0) throw new Error('It was killed too late');
    await wait(holdMilliseconds / 2);
    await Promise.all(replicas.oauth.map((replica) => replica.start()));
    await until('the removal is finished', FINISHED_MILLISECONDS, async () => {
      return (await grantsOf(postgresql, accountId)) === 0;
    });
  },
};

async function grantsOf(postgresql: PostgresqlServer, accountId: string): Promise<number> {
  const text = `SELECT count(*)::int4 AS grants FROM provider_record WHERE account_id = '${accountId}'`;
  const [counted] = await postgresql.query('oauth', text);
  return Number(counted?.grants);
}
