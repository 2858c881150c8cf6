import { join, resolve } from 'node:path';
import { repositoryFolder } from './repository.ts';

/** The database that a service uses on this machine: the one that its variable names, else its embedded one. */
export function localDatabaseUrl(service: string, environment = process.env): string {
  const configured = environment[`${service.toUpperCase()}_DATABASE_URL`];
  const dataFolder = resolve(repositoryFolder, environment.DATA_DIR || '.data');
  return configured || `pglite:${join(dataFolder, service)}`;
}
