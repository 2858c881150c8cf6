import { randomBytes } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';

const OBJECT_IN_USE = '55006';
const RETRIES = 100;
const RETRY_MILLISECONDS = 100;

/** Returns a unique name. The names of a template's copies begin with the template's name. */
export function uniqueDatabaseName(prefix: string): string {
  return `${prefix}_${randomBytes(6).toString('hex')}`;
}

export function databaseUrl(serverUrl: string, name: string): string {
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return url.href;
}

/** Creates a database as a copy of another. */
export async function copyDatabase(serverUrl: string, template: string, name: string) {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await administrate(serverUrl, `CREATE DATABASE ${name} TEMPLATE ${template}`);
    } catch (error) {
      // PostgreSQL refuses while another process, such as autovacuum, is connected to the template.
      const inUse = error instanceof pg.DatabaseError && error.code === OBJECT_IN_USE;
      if (!inUse || attempt === RETRIES) throw error;
      await wait(RETRY_MILLISECONDS);
    }
  }
}

/** Drops a template and its remaining copies: a test file that crashed leaves its own. */
export async function dropWithCopies(serverUrl: string, template: string): Promise<void> {
  const names = await administrate(
    serverUrl,
    `SELECT datname FROM pg_database WHERE starts_with(datname, '${template}')`,
  );
  for (const { datname = '' } of names) await dropDatabase(serverUrl, datname);
}

export async function dropDatabase(serverUrl: string, name: string): Promise<void> {
  await administrate(serverUrl, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
}

/** Runs one administrative statement, on a connection of its own. */
export async function administrate(serverUrl: string, statement: string) {
  const client = new pg.Client({ connectionString: serverUrl });
  await client.connect();
  try {
    return (await client.query<Record<string, string>>(statement)).rows;
  } finally {
    await client.end();
  }
}
