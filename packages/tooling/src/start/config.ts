import { localDatabaseUrl, localDataFolder } from '../config.ts';

/** What `npm start` runs, and where. */
export type StartConfig = {
  dataFolder: string;
  ports: Ports;
  registryDatabaseUrl: string;
  oauthDatabaseUrl: string;
  /** Passed on to the services, so that their own settings work here too. */
  environment: NodeJS.ProcessEnv;
};

export type Ports = {
  registry: number;
  registryInternal: number;
  oauth: number;
  oauthInternal: number;
  /** Where the app of the tutorial receives its authorization codes. */
  tutorial: number;
};

/** The variable that moves each port. */
export const portVariables: Record<keyof Ports, string> = {
  registry: 'REGISTRY_PORT',
  registryInternal: 'REGISTRY_INTERNAL_PORT',
  oauth: 'OAUTH_PORT',
  oauthInternal: 'OAUTH_INTERNAL_PORT',
  tutorial: 'TUTORIAL_PORT',
};

/** @throws Error naming a port that is none */
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
