import { freePort } from '../flow/free-ports.ts';
import type { PlatformAddresses } from '../flow/platform.ts';
import type { MeasuredProcess } from './measured-process.ts';
import { Registry } from './registry.ts';
import { newToken, type ServicePlace, startService } from './service-process.ts';

export type PlatformOptions = ServicePlace & {
  registryDatabaseUrl: string;
  oauthDatabaseUrl: string;
  redisUrl: string;
};

/** What is measured is the work, not the refusal to do it. */
const UNLIMITED = '1000000000';

/** Both services, each in a process of its own, that really ask one another. */
export type Platform = {
  registry: Registry;
  oauth: { process: MeasuredProcess; port: number };
  /** Where both answer, and what the operator shows there. */
  addresses: PlatformAddresses;
  /** What the OAuth service shows the registry. */
  serviceToken: string;
  /** What each service was started with. */
  environments: Record<'registry' | 'oauth', Record<string, string>>;
};

/** @param started takes what is to be stopped at the end, as soon as it runs */
export async function startPlatform(
  options: PlatformOptions,
  started: MeasuredProcess[],
): Promise<Platform> {
  const [port, internalPort, oauthPort, oauthInternalPort] = [
    await freePort(),
    await freePort(),
    await freePort(),
    await freePort(),
  ];
  const serviceToken = newToken();
  const operatorToken = newToken();
  const [baseUrl, registryInternalUrl, oauthUrl, oauthInternalUrl] = [
    port,
    internalPort,
    oauthPort,
    oauthInternalPort,
  ].map((each) => `http://127.0.0.1:${each}`) as [string, string, string, string];
  const shared = {
    BASE_URL: baseUrl,
    OAUTH_URL: oauthUrl,
    SERVICE_TOKEN: serviceToken,
    OPERATOR_TOKEN: operatorToken,
    REDIS_URL: options.redisUrl,
    REQUESTS_PER_MINUTE: UNLIMITED,
    // In production the OAuth service refuses an issuer without TLS; nothing that a request does differs.
    NODE_ENV: 'development',
  };
  const environments = {
    oauth: {
      ...shared,
      OAUTH_PORT: String(oauthPort),
      OAUTH_INTERNAL_PORT: String(oauthInternalPort),
      OAUTH_DATABASE_URL: options.oauthDatabaseUrl,
      REDIS_PREFIX: `app-platform-bench:${newToken()}:`,
      REGISTRY_INTERNAL_URL: registryInternalUrl,
      KEYS_ENCRYPTION_KEY: newToken(),
      REFUSALS_PER_MINUTE: UNLIMITED,
    },
    registry: {
      ...shared,
      NODE_ENV: 'production',
      REGISTRY_PORT: String(port),
      REGISTRY_INTERNAL_PORT: String(internalPort),
      REGISTRY_DATABASE_URL: options.registryDatabaseUrl,
      OAUTH_INTERNAL_URL: oauthInternalUrl,
      REGISTRATIONS_PER_MINUTE: UNLIMITED,
      SECRETS_PER_MINUTE: UNLIMITED,
    },
  };
  const oauth = await startService('oauth', environments.oauth, options);
  started.push(oauth);
  // Second, so that it finds the published keys and the revocations at once.
  const registryProcess = await startService('registry', environments.registry, options);
  started.push(registryProcess);
  const addresses = { baseUrl, oauthUrl, registryInternalUrl, oauthInternalUrl, operatorToken };
  return {
    registry: new Registry(registryProcess, { port, internalPort }, operatorToken),
    oauth: { process: oauth, port: oauthPort },
    addresses,
    serviceToken,
    environments,
  };
}
