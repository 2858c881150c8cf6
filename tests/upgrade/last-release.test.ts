import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  connectDatabase,
  type DatabaseConnection,
  migrateDatabase,
} from '@app-platform/runtime/database';
import type { Service } from '@app-platform/testing/databases/template';
import { openTestDatabase, type TestDatabase } from '@app-platform/testing/databases/test-database';
import { apiCaller } from '@app-platform/testing/http/api-caller';
import { freePort } from '@app-platform/testing/processes/free-ports';
import { repositoryFolder } from '@app-platform/testing/processes/repository-folder';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type Platform, startPlatform } from '../platform/platform.ts';
import { createReleasedDatabase, type Facts, keptRows, readReleased } from './released-database.ts';

const RELEASE = '0.1.0';
/** By name, since a new table has the order of its schema and an upgraded one that of its history. */
const LAYOUT = `
  SELECT table_name || '.' || column_name || ' ' || data_type || ' ' || is_nullable || ' ' || coalesce(column_default, '')
  FROM information_schema.columns WHERE table_schema = 'public' AND table_name <> '_prisma_migrations'
  UNION ALL SELECT indexdef FROM pg_indexes WHERE schemaname = 'public' AND tablename <> '_prisma_migrations'
  UNION ALL SELECT conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(oid) FROM pg_constraint
    WHERE connamespace = 'public'::regnamespace AND conrelid <> '_prisma_migrations'::regclass
  UNION ALL SELECT pg_get_triggerdef(oid) FROM pg_trigger WHERE NOT tgisinternal
  ORDER BY 1`;

const foldersOf = (service: Service) => join(repositoryFolder, 'prisma', service);

async function textsOf({ adapter }: DatabaseConnection, sql: string): Promise<string[]> {
  const session = await adapter.connect();
  const { rows } = await session.queryRaw({ sql, args: [], argTypes: [] });
  await session.dispose();
  return rows.map(([value]) => String(value));
}

type Upgraded = { database: TestDatabase; connection: DatabaseConnection; applied: string[] };

const services = ['registry', 'oauth'] as const;
const upgraded = {} as Record<Service, Upgraded>;

beforeAll(async () => {
  for (const service of services) {
    const database = await createReleasedDatabase(RELEASE, service);
    const { applied } = await migrateDatabase(database.url, foldersOf(service), () => undefined);
    upgraded[service] = { database, applied, connection: await connectDatabase(database.url) };
  }
});
afterAll(async () => {
  for (const { connection, database } of Object.values(upgraded)) {
    await connection.close();
    await database.remove();
  }
});

describe.each(services)('the database of the %s of the last release', (service) => {
  it('is at the first migration of this version, which is not applied again', async () => {
    const all = (await readdir(join(foldersOf(service), 'migrations'))).filter((one) =>
      /^\d/.test(one),
    );
    expect(upgraded[service].applied).toEqual(all.sort().slice(1));
  });

  it('is named as the oldest that this version works beside', async () => {
    const { applied, connection } = upgraded[service];
    const named = await readFile(join(foldersOf(service), 'compatible-from.txt'), 'utf8');
    const [newest] = await textsOf(
      connection,
      `SELECT max(migration_name) FROM _prisma_migrations WHERE migration_name NOT IN ('${applied.join("','")}')`,
    );
    const [recorded] = await textsOf(
      connection,
      `SELECT obj_description('_prisma_migrations'::regclass)`,
    );
    expect([named.trim(), recorded]).toEqual([newest, newest]);
  });

  it('has the layout of a new database afterwards', async () => {
    const fresh = await openTestDatabase(service, 'owner');
    const expected = await textsOf(fresh, LAYOUT);
    await fresh.close();
    expect(await textsOf(upgraded[service].connection, LAYOUT)).toEqual(expected);
  });

  it('still understands every statement of that release', async () => {
    const { [service]: statements } = await readReleased<Record<Service, string[]>>(
      RELEASE,
      'statements.json',
    );
    const faults: string[] = [];
    const session = await upgraded[service].connection.adapter.connect();
    for (const [index, sql] of statements.entries()) {
      try {
        await session.executeScript(`PREPARE released_${index} AS ${sql}`);
      } catch (error) {
        faults.push(`${sql}: ${error}`);
      }
    }
    await session.dispose();
    expect(statements.length).toBeGreaterThan(70);
    expect(faults).toEqual([]);
  });
});

describe('the services of this version on the databases of the last release', () => {
  let facts: Facts;
  let platform: Platform;

  beforeAll(async () => {
    facts = await readReleased(RELEASE, 'facts.json');
    platform = await startPlatform({
      kept: {
        port: await freePort(),
        oauthPort: await freePort(),
        keysEncryptionKey: facts.KEYS_ENCRYPTION_KEY,
      },
      // Closed with the databases.
      open: async (service) => ({ ...upgraded[service].connection, close: async () => undefined }),
    });
    await platform.execute(keptRows(platform.baseUrl), 'oauth');
  });
  afterAll(() => platform?.close());

  async function refresh(app: Facts['apps'][number], refreshToken: string) {
    const response = await fetch(`${platform.oauthUrl}/oauth/token`, {
      method: 'POST',
      body: new URLSearchParams({
        grant_type: 'refresh_token',
        refresh_token: refreshToken,
        client_id: app.clientId,
        client_secret: app.clientSecret,
      }),
    });
    return { status: response.status, body: (await response.json()) as Record<string, string> };
  }

  it('accept its API keys, and list its apps and its users', async () => {
    const [{ apiKey, name }] = facts.apps;
    const apps = await apiCaller(platform.baseUrl, apiKey)('GET', '/v1/apps/installed');
    expect([apps.status, JSON.stringify(apps.body)]).toEqual([200, expect.stringContaining(name)]);
    const users = await apiCaller(platform.oauthUrl, apiKey)('GET', '/v1/users');
    expect([users.status, users.body.data.length]).toEqual([200, 1]);
  });

  it('exchange its refresh token for one of a chain, which goes on', async () => {
    const [app] = facts.apps;
    const first = await refresh(app, app.refreshToken);
    expect([first.status, first.body.refresh_token]).toEqual([200, expect.stringMatching(/^rt_/)]);
    const second = await refresh(app, String(first.body.refresh_token));
    expect(second.status).toBe(200);
  });

  it('end the family of a refresh token that the release had exchanged already', async () => {
    const [, app] = facts.apps;
    const current = await refresh(app, app.refreshToken);
    expect(current.status).toBe(200);
    expect(await refresh(app, app.usedRefreshTokens[0])).toMatchObject({
      status: 400,
      body: { error: 'invalid_grant' },
    });
    expect(await refresh(app, String(current.body.refresh_token))).toMatchObject({
      status: 400,
      body: { error: 'invalid_grant' },
    });
  });
});

it('a database from before the last release is left as it is', async () => {
  const database = await createReleasedDatabase(RELEASE, 'registry');
  const connection = await connectDatabase(database.url);
  const session = await connection.adapter.connect();
  await session.executeScript(
    "DELETE FROM _prisma_migrations WHERE migration_name = '20261126121500_version_order'",
  );
  await session.dispose();
  await connection.close();
  const migrating = migrateDatabase(database.url, foldersOf('registry'), () => undefined);
  await expect(migrating).rejects.toThrow(
    'The database was left at 20261126033713_unpublished_versions, before the first release: run the migrations of 0.1.0 first',
  );
  await database.remove();
});
