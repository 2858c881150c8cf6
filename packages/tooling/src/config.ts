import { join, resolve } from 'node:path';
import { repositoryFolder } from './repository.ts';

/** The data folder of `npm start`. */
export function localDataFolder(environment = process.env): string {
  return resolve(repositoryFolder, environment.DATA_DIR || '.data');
}

/** The database of a service on this machine: from its variable, else the embedded one. */
export function localDatabaseUrl(service: string, environment = process.env): string {
  const configured = environment[`${service.toUpperCase()}_DATABASE_URL`];
  return configured || `pglite:${join(localDataFolder(environment), service)}`;
}

/** The environment of the tools of `npm run check`, which use no network. */
export function toolEnvironment(environment = process.env): NodeJS.ProcessEnv {
  return { ...environment, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' };
}
