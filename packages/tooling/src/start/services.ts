import { join } from 'node:path';
import { applyMigrations, connectDatabase } from '@app-platform/runtime/database';
import { afterMigrations } from '../after-migrations.ts';
import { repositoryFolder } from '../repository.ts';
import type { StartConfig } from './config.ts';
import type { DataFolder } from './data-folder.ts';
import type { Secrets } from './secrets.ts';
import { ServiceProcess } from './service-process.ts';

/** Where the services of this machine answer. */
export type Addresses = {
  baseUrl: string;
  oauthUrl: string;
  registryInternalUrl: string;
  oauthInternalUrl: string;
};

export function addressesOf({ ports }: StartConfig): Addresses {
  const at = (port: number) => `http://localhost:${port}`;
  return {
    baseUrl: at(ports.registry),
    oauthUrl: at(ports.oauth),
    registryInternalUrl: at(ports.registryInternal),
    oauthInternalUrl: at(ports.oauthInternal),
  };
}

/** Brings a service's database to the newest schema. @returns how many migrations that took */
export async function migrateService(name: string, databaseUrl: string): Promise<number> {
  const connection = await connectDatabase(databaseUrl);
  try {
    const folder = join(repositoryFolder, 'prisma', name);
    const applied = await applyMigrations(connection.adapter, folder);
    await afterMigrations(name, console.error)(connection);
    return applied.length;
  } finally {
    await connection.close();
  }
}

/** Starts one service, in a process of its own, and waits until it is ready. */
export function startService(
  name: 'registry' | 'oauth',
  config: StartConfig,
  folder: DataFolder,
  secrets: Secrets,
): Promise<ServiceProcess> {
  const { ports } = config;
  const addresses = addressesOf(config);
  const internalUrl =
    name === 'registry' ? addresses.registryInternalUrl : addresses.oauthInternalUrl;
  return ServiceProcess.start({
    name,
    main: join(repositoryFolder, 'services', name, 'src/main.ts'),
    logFile: folder.file(`${name}.log`),
    readyUrl: `${internalUrl}/readyz`,
    environment: {
      CLI_REDIRECT_URIS: 'http://127.0.0.1/callback',
      // So that a developer receives events on this machine.
      WEBHOOKS_ALLOW_LOOPBACK: String(config.environment.NODE_ENV !== 'production'),
      ...config.environment,
      REGISTRY_PORT: String(ports.registry),
      REGISTRY_INTERNAL_PORT: String(ports.registryInternal),
      OAUTH_PORT: String(ports.oauth),
      OAUTH_INTERNAL_PORT: String(ports.oauthInternal),
      REGISTRY_DATABASE_URL: config.registryDatabaseUrl,
      OAUTH_DATABASE_URL: config.oauthDatabaseUrl,
      BASE_URL: addresses.baseUrl,
      OAUTH_URL: addresses.oauthUrl,
      REGISTRY_INTERNAL_URL: addresses.registryInternalUrl,
      OAUTH_INTERNAL_URL: addresses.oauthInternalUrl,
      SERVICE_TOKEN: secrets.serviceToken,
      OPERATOR_TOKEN: secrets.operatorToken,
      KEYS_ENCRYPTION_KEY: secrets.keysEncryptionKey,
      WEBHOOKS_ENCRYPTION_KEY: secrets.webhooksEncryptionKey,
    },
  });
}
