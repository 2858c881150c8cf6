import { randomBytes, randomUUID } from 'node:crypto';
import type { Server } from 'node:https';
import { freePorts } from '@app-platform/testing/processes/free-ports';
import type { PlatformAddresses } from '../../platform/platform.ts';
import { startTlsFront, trustedCertificate } from './tls-front.ts';

type Variables = Record<string, string>;

/** Where both services are to answer, what each is given, and TLS before them. */
export type ProductionPlatform = {
  addresses: PlatformAddresses;
  variables: { registry: Variables; oauth: Variables };
  close(): void;
};

type Storage = { registryDatabaseUrl: string; oauthDatabaseUrl: string; redisUrl: string };

/** @param folder for the certificate */
export async function planProduction(
  folder: string,
  storage: Storage,
): Promise<ProductionPlatform> {
  const ports = await freePorts(6);
  const [port = 0, internalPort = 0, front = 0, oauthPort = 0, oauthInternal = 0, oauthFront = 0] =
    ports;
  const certificate = await trustedCertificate(folder);
  const fronts: Server[] = [
    await startTlsFront(front, port, certificate),
    await startTlsFront(oauthFront, oauthPort, certificate),
  ];
  const addresses = {
    baseUrl: `https://127.0.0.1:${front}`,
    oauthUrl: `https://127.0.0.1:${oauthFront}`,
    registryInternalUrl: `http://127.0.0.1:${internalPort}`,
    oauthInternalUrl: `http://127.0.0.1:${oauthInternal}`,
    operatorToken: randomToken(),
  };
  const both = {
    BASE_URL: addresses.baseUrl,
    OAUTH_URL: addresses.oauthUrl,
    SERVICE_TOKEN: randomToken(),
    OPERATOR_TOKEN: addresses.operatorToken,
    REDIS_URL: storage.redisUrl,
    TRUSTED_PROXIES: '1',
    DRAIN_MILLISECONDS: '0',
  };
  return {
    addresses,
    variables: {
      registry: {
        ...both,
        REGISTRY_PORT: String(port),
        REGISTRY_INTERNAL_PORT: String(internalPort),
        REGISTRY_DATABASE_URL: storage.registryDatabaseUrl,
        OAUTH_INTERNAL_URL: addresses.oauthInternalUrl,
        WEBHOOKS_ENCRYPTION_KEY: randomToken(),
      },
      oauth: {
        ...both,
        OAUTH_PORT: String(oauthPort),
        OAUTH_INTERNAL_PORT: String(oauthInternal),
        OAUTH_DATABASE_URL: storage.oauthDatabaseUrl,
        REGISTRY_INTERNAL_URL: addresses.registryInternalUrl,
        REDIS_PREFIX: `app-platform-test:${randomUUID()}:`,
        KEYS_ENCRYPTION_KEY: randomToken(),
      },
    },
    close: () => {
      for (const each of fronts) each.close().closeAllConnections();
    },
  };
}

function randomToken(): string {
  return randomBytes(32).toString('base64url');
}
