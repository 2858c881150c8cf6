import { randomBytes } from 'node:crypto';
import pg from 'pg';

/** Names of databases that tests make, so that nobody takes them for anything else. */
export function uniqueDatabaseName(purpose: string): string {
  return `app_platform_test_${purpose}_${randomBytes(6).toString('hex')}`;
}

export function databaseUrl(serverUrl: string, name: string): string {
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return url.href;
}

/** Runs one administrative statement, on a connection of its own. */
export async function administrate(serverUrl: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: serverUrl });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
