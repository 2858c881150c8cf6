import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { repositoryFolder } from '../processes/repository-folder.ts';
import { administrate, databaseUrl } from './server.ts';

const rolesFile = join(repositoryFolder, 'deploy/postgresql/roles.sql');

/** The roles of deploy/postgresql/roles.sql. */
const roles = ['owner', 'runtime'] as const;
export type Role = (typeof roles)[number];

/** Creates the roles of a template, and a login for each, as operators do. Copies have the same roles. */
export async function createRoles(serverUrl: string, template: string): Promise<void> {
  const url = databaseUrl(serverUrl, template);
  await administrate(url, await readFile(rolesFile, 'utf8'));
  for (const role of roles) {
    const login = loginOf(role, template);
    const group = `${template}_${role}`;
    await administrate(url, `CREATE ROLE ${login} LOGIN PASSWORD '${login}' IN ROLE ${group}`);
    await administrate(url, `ALTER ROLE ${login} SET role = '${group}'`);
  }
}

/** After the databases were dropped. */
export async function dropRoles(serverUrl: string, template: string): Promise<void> {
  for (const role of roles) {
    await administrate(
      serverUrl,
      `DROP ROLE IF EXISTS ${loginOf(role, template)}, ${template}_${role}`,
    );
  }
}

/** @param database the template, or a copy of it */
export function urlAs(
  role: Role,
  serverUrl: string,
  template: string,
  database = template,
): string {
  const url = new URL(databaseUrl(serverUrl, database));
  url.username = loginOf(role, template);
  url.password = url.username;
  return url.href;
}

function loginOf(role: Role, template: string): string {
  return `${template}_${role}_1`;
}
