import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { createRoles, dropRoles, urlAs } from './roles.ts';
import { administrate, dropWithCopies, uniqueDatabaseName } from './server.ts';

/** The services that have a database. */
export type Service = 'registry' | 'oauth';

/**
 * What tests copy: the migrated database of each service, a file or a database on the server, and the
 * file of an embedded database without tables.
 */
export type Templates = Record<Service | 'empty', string>;

/**
 * Makes a migrated database per service, once for a whole test run: creating one takes seconds,
 * copying it a fraction of one.
 * @param serverUrl a PostgreSQL server; undefined for the embedded database
 */
export async function createTemplates(
  serverUrl: string | undefined,
): Promise<{ templates: Templates; remove(): Promise<void> }> {
  return serverUrl ? createOnServer(serverUrl) : createSnapshots();
}

async function createSnapshots() {
  const folder = await mkdtemp(join(tmpdir(), 'app-platform-test-'));
  const file = (name: string) => join(folder, `${name}.tar`);
  const templates = { ...forEachService(file), empty: file('empty') };
  await makeInProcess(templates);
  return { templates, remove: () => rm(folder, { recursive: true, force: true }) };
}

async function createOnServer(serverUrl: string) {
  const databases = forEachService((service) => uniqueDatabaseName(`app_platform_test_${service}`));
  const names = Object.values(databases);
  const folder = await mkdtemp(join(tmpdir(), 'app-platform-test-'));
  const empty = join(folder, 'empty.tar');
  for (const name of names) {
    await administrate(serverUrl, `CREATE DATABASE ${name}`);
    await createRoles(serverUrl, name);
  }
  const urls = forEachService((service) => urlAs('owner', serverUrl, databases[service]));
  await makeInProcess({ ...urls, empty });
  const remove = async () => {
    for (const name of names) {
      await dropWithCopies(serverUrl, name);
      await dropRoles(serverUrl, name);
    }
    await rm(folder, { recursive: true, force: true });
  };
  return { templates: { ...databases, empty }, remove };
}

/** A separate process, because creating an embedded database leaves most of a gigabyte allocated. */
async function makeInProcess(targets: Templates): Promise<void> {
  const program = join(import.meta.dirname, 'make-templates.ts');
  await promisify(execFile)(process.execPath, [program, JSON.stringify(targets)]);
}

function forEachService(make: (service: Service) => string): Record<Service, string> {
  return { registry: make('registry'), oauth: make('oauth') };
}
