import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { administrate, databaseUrl, dropWithCopies, uniqueDatabaseName } from './server.ts';

/** The services that have a database. */
const services = ['registry', 'oauth'] as const;
export type Service = (typeof services)[number];

/** Where a migrated database of each service stands ready to be copied: a file, or a server's template. */
export type Templates = Record<Service, string>;

/**
 * Makes a migrated database per service, once for a whole test run: creating one takes seconds,
 * copying it a fraction of one.
 * @param serverUrl a PostgreSQL server, or nothing for the embedded database
 */
export async function createTemplates(
  serverUrl: string | undefined,
): Promise<{ templates: Templates; remove(): Promise<void> }> {
  return serverUrl ? createOnServer(serverUrl) : createSnapshots();
}

async function createSnapshots() {
  const folder = await mkdtemp(join(tmpdir(), 'app-platform-test-'));
  const templates = await forEachService(async (service) => {
    const file = join(folder, `${service}.tar`);
    await migrateInProcess(service, file);
    return file;
  });
  return { templates, remove: () => rm(folder, { recursive: true, force: true }) };
}

async function createOnServer(serverUrl: string) {
  const templates = await forEachService(async (service) => {
    const name = uniqueDatabaseName(`app_platform_test_${service}`);
    await administrate(serverUrl, `CREATE DATABASE ${name}`);
    await migrateInProcess(service, databaseUrl(serverUrl, name));
    return name;
  });
  const remove = async () => {
    for (const name of Object.values(templates)) await dropWithCopies(serverUrl, name);
  };
  return { templates, remove };
}

/** A process of its own, because creating an embedded database takes most of a gigabyte for good. */
async function migrateInProcess(service: Service, target: string): Promise<void> {
  const program = join(import.meta.dirname, 'make-template.ts');
  await promisify(execFile)(process.execPath, [program, service, target]);
}

async function forEachService(make: (service: Service) => Promise<string>): Promise<Templates> {
  const made = await Promise.all(
    services.map(async (service) => [service, await make(service)] as const),
  );
  return Object.fromEntries(made) as Templates;
}
