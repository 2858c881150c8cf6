import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { adapterFor, applyMigrations, connectDatabase } from '@app-platform/service-kit/database';
import { PGlite } from '@electric-sql/pglite';
import { administrate, databaseUrl, uniqueDatabaseName } from './server.ts';

/** The services that have a database. */
export const services = ['registry'] as const;
export type Service = (typeof services)[number];

/** Where a migrated database of each service stands ready to be copied: a file, or a server's template. */
export type Templates = Record<Service, string>;

/**
 * Makes a migrated database per service, once for a whole test run: creating one takes seconds,
 * copying it a fraction of one.
 * @param serverUrl a PostgreSQL server, or nothing for the embedded database
 */
export async function createTemplates(
  prismaFolder: string,
  serverUrl: string | undefined,
): Promise<{ templates: Templates; remove(): Promise<void> }> {
  return serverUrl
    ? createOnServer(prismaFolder, serverUrl)
    : createSnapshots(prismaFolder);
}

async function createSnapshots(prismaFolder: string) {
  const folder = await mkdtemp(join(tmpdir(), 'app-platform-test-'));
  const templates = await forEachService(async (service) => {
    const database = await PGlite.create();
    await applyMigrations(adapterFor(database), join(prismaFolder, service));
    const snapshot = await database.dumpDataDir('none');
    await database.close();
    const file = join(folder, `${service}.tar`);
    await writeFile(file, Buffer.from(await snapshot.arrayBuffer()));
    return file;
  });
  return { templates, remove: () => rm(folder, { recursive: true, force: true }) };
}

async function createOnServer(prismaFolder: string, serverUrl: string) {
  const templates = await forEachService(async (service) => {
    const name = uniqueDatabaseName(`template_${service}`);
    await administrate(serverUrl, `CREATE DATABASE ${name}`);
    const connection = await connectDatabase(databaseUrl(serverUrl, name));
    await applyMigrations(connection.adapter, join(prismaFolder, service));
    await connection.close();
    return name;
  });
  const remove = async () => {
    for (const name of Object.values(templates)) {
      await administrate(serverUrl, `DROP DATABASE IF EXISTS ${name}`);
    }
  };
  return { templates, remove };
}

async function forEachService(make: (service: Service) => Promise<string>): Promise<Templates> {
  const made: [Service, string][] = [];
  for (const service of services) made.push([service, await make(service)]);
  return Object.fromEntries(made) as Templates;
}
