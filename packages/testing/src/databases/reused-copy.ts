import type { DatabaseConnection } from '@app-platform/runtime/database';
import { connectionTo } from '@app-platform/runtime/embedded-database';
import { openPgliteCopy } from './embedded-copy.ts';
import type { Service } from './template.ts';

type Pglite = Awaited<ReturnType<typeof openPgliteCopy>>;

/** Open and empty, for the next test file of this process. */
const idle: Record<Service, Pglite[]> = { registry: [], oauth: [] };

// Jest's worker stops listening when all tests are over.
process.on('removeListener', (event) => {
  if (event === 'message') void closeReusedCopies();
});

/**
 * Opens an embedded database in memory, migrated and empty. Closing it keeps it for the next caller:
 * to open one takes ten times as long as to empty one, and leaves memory that is freed late.
 * The caller must not change its tables.
 */
export async function openReusedCopy(service: Service): Promise<DatabaseConnection> {
  const database = idle[service].pop() ?? (await openPgliteCopy(service));
  const { proxy, revoke } = Proxy.revocable(database, {
    get: (target, key) => {
      const value = Reflect.get(target, key);
      // Its methods read private fields, which a proxy does not have.
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
  let isOpen = true;
  return {
    ...connectionTo(proxy, 'embedded PostgreSQL in memory'),
    close: async () => {
      if (!isOpen) throw new Error('This test database was closed before.');
      isOpen = false;
      // What a test left running must not reach the next one.
      revoke();
      await empty(database);
      idle[service].push(database);
    },
  };
}

/** Closes those that no test uses: their timers would keep this process for ten seconds. */
export async function closeReusedCopies(): Promise<void> {
  for (const databases of Object.values(idle)) {
    for (const database of databases.splice(0)) await database.close();
  }
}

/** Rows up to this size are deleted: to truncate the tables takes ten times as long. */
const MOST_DELETED_BYTES = 1024 * 1024;

/** Removes all rows but those about migrations, and restores settings that statements changed. */
async function empty(database: Pglite): Promise<void> {
  const { rows } = await database.query<{ tables: string[]; bytes: number }>(`
    SELECT array_agg(quote_ident(relname)) FILTER (WHERE NOT relispartition) AS tables,
      sum(pg_relation_size(oid))::int AS bytes
    FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p')
      AND relname <> '_prisma_migrations'`);
  const [{ tables, bytes } = { tables: [], bytes: 0 }] = rows;
  const remove =
    bytes > MOST_DELETED_BYTES
      ? `TRUNCATE ${tables.join(', ')}`
      : tables.map((table) => `DELETE FROM ${table};`).join('\n');
  await database.exec(`
    SET LOCAL session_replication_role = replica;
    ${remove};
    SELECT setval(seqrelid, seqstart, false) FROM pg_sequence`);
  await database.exec('RESET ALL');
}
