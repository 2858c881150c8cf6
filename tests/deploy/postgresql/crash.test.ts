// The numbers of transactions that were lost in a crash are used again.
import { DatabaseChanges } from '@app-platform/runtime/changes';
import { connectDatabase, type DatabaseConnection } from '@app-platform/runtime/database';
import { until } from '@app-platform/testing/until';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { migrationsOf, type ScratchServer, startScratchServer } from './scratch-server.ts';

const RESTART_MILLISECONDS = 20_000;
const ADD_CHANGE = `
  INSERT INTO audit_event (actor_type, actor_id, action, subject, request_id, address)
  VALUES ('service', 'test', 'app.blocked', 'tracker', 'r', '127.0.0.1')`;

let scratch: ScratchServer;
let database: DatabaseConnection;
let changes: DatabaseChanges;

beforeAll(async () => {
  scratch = await startScratchServer();
  // What was not committed is on the disk late.
  await scratch.server.query('postgres', "ALTER SYSTEM SET wal_writer_delay = '10s'");
  await scratch.server.query('postgres', 'SELECT pg_reload_conf()');
  await scratch.server.createDatabase('registry', migrationsOf('registry'));
  database = await connectDatabase(scratch.server.urlOf('registry'));
  changes = new DatabaseChanges(database.statements);
});
afterAll(async () => {
  await database.close();
  await scratch?.close();
});

/** The server restarts by itself, as after one of its processes ran out of memory. */
async function crash(): Promise<void> {
  const waiting = scratch.server.query('postgres', 'SELECT pg_sleep(60) AS crashed');
  // Expected below; until then it is no unhandled rejection.
  waiting.catch(() => undefined);
  const find =
    "SELECT pid FROM pg_stat_activity WHERE query LIKE '%AS crashed' AND pid <> pg_backend_pid()";
  let pid: unknown;
  await until('it waits', RESTART_MILLISECONDS, async () => {
    ({ pid } = (await scratch.server.query('postgres', find))[0] ?? {});
    return pid !== undefined;
  });
  process.kill(Number(pid), 'SIGKILL');
  await expect(waiting).rejects.toThrow();
}

it.each<[string, () => Promise<void>]>([
  ['one of its processes died', crash],
  [
    'it was stopped hard',
    async () => {
      await scratch.server.stopHard();
      await scratch.server.start();
    },
  ],
])(
  'all may have changed on a server that recovered because %s',
  async (_why, fail) => {
    await scratch.server.query('registry', `BEGIN; ${ADD_CHANGE}; ROLLBACK`);
    const { position } = await changes.read();
    expect((await changes.read(position)).changes).toEqual([]);
    await fail();
    await until('the change is made', RESTART_MILLISECONDS, () =>
      scratch.server.query('registry', ADD_CHANGE).then(
        () => true,
        () => false,
      ),
    );
    let found: unknown;
    await until('the server is read again', RESTART_MILLISECONDS, async () => {
      const batch = await changes.read(position).catch(() => undefined);
      found = batch?.changes;
      return batch !== undefined;
    });
    expect(found).toBeNull();
  },
  60_000,
);
