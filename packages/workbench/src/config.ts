import { join, resolve } from 'node:path';
import { repositoryFolder } from './repository.ts';

/** Where `npm start` keeps its data. */
export function localDataFolder(environment = process.env): string {
  return resolve(repositoryFolder, environment.DATA_DIR || '.data');
}

/** The database that a service uses on this machine: the one that its variable names, else its embedded one. */
export function localDatabaseUrl(service: string, environment = process.env): string {
  const configured = environment[`${service.toUpperCase()}_DATABASE_URL`];
  return configured || `pglite:${join(localDataFolder(environment), service)}`;
}
