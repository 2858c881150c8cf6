import { join, resolve } from 'node:path';

export const repositoryFolder = resolve(import.meta.dirname, '../../../..');

/** What `npm start` runs, and where. */
export type StartConfig = {
  dataFolder: string;
  registryPort: number;
  registryInternalPort: number;
  oauthInternalPort: number;
  registryDatabaseUrl: string;
  /** Passed on to the services, so that their own settings work here too. */
  environment: NodeJS.ProcessEnv;
};

/** @throws Error naming a port that is none */
export function readStartConfig(environment = process.env): StartConfig {
  const dataFolder = resolve(repositoryFolder, environment.DATA_DIR || '.data');
  return {
    dataFolder,
    registryPort: port(environment, 'REGISTRY_PORT', 4000),
    registryInternalPort: port(environment, 'REGISTRY_INTERNAL_PORT', 4100),
    oauthInternalPort: port(environment, 'OAUTH_INTERNAL_PORT', 4101),
    registryDatabaseUrl:
      environment.REGISTRY_DATABASE_URL || `pglite:${join(dataFolder, 'registry')}`,
    environment,
  };
}

function port(environment: NodeJS.ProcessEnv, name: string, usual: number): number {
  const value = Number(environment[name] || usual);
  if (Number.isInteger(value) && value > 0 && value < 65_536) return value;
  throw new Error(`${name} must be a port from 1 to 65535.`);
}
