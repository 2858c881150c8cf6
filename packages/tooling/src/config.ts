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

/** The configuration of `npm start`. */
export type StartConfig = {
  dataFolder: string;
  ports: Ports;
  registryDatabaseUrl: string;
  oauthDatabaseUrl: string;
  /** Passed to the services, so that their own variables work here too. */
  environment: NodeJS.ProcessEnv;
};

export type Ports = {
  registry: number;
  registryInternal: number;
  oauth: number;
  oauthInternal: number;
  /** The tutorial's app receives its authorization codes here. */
  tutorial: number;
};

/** The variable of each port. */
export const portVariables: Record<keyof Ports, string> = {
  registry: 'REGISTRY_PORT',
  registryInternal: 'REGISTRY_INTERNAL_PORT',
  oauth: 'OAUTH_PORT',
  oauthInternal: 'OAUTH_INTERNAL_PORT',
  tutorial: 'TUTORIAL_PORT',
};

/** @throws Error that names an invalid port's variable */
export function readStartConfig(environment = process.env): StartConfig {
  return {
    dataFolder: localDataFolder(environment),
    ports: {
      registry: port(environment, portVariables.registry, 4000),
      registryInternal: port(environment, portVariables.registryInternal, 4100),
      oauth: port(environment, portVariables.oauth, 4001),
      oauthInternal: port(environment, portVariables.oauthInternal, 4101),
      tutorial: port(environment, portVariables.tutorial, 4002),
    },
    registryDatabaseUrl: localDatabaseUrl('registry', environment),
    oauthDatabaseUrl: localDatabaseUrl('oauth', environment),
    environment,
  };
}

function port(environment: NodeJS.ProcessEnv, name: string, usual: number): number {
  const value = Number(environment[name] || usual);
  if (Number.isInteger(value) && value > 0 && value < 65_536) return value;
  throw new Error(`${name} must be a port from 1 to 65535.`);
}
