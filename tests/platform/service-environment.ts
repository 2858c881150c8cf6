import { randomBytes } from 'node:crypto';
import { tokens } from '@app-platform/testing/credentials';
import type { PlatformAddresses } from './platform.ts';

const UNLIMITED = '1000000000';

/** For callers that send requests as fast as they can. */
export const withoutRateLimits = {
  REQUESTS_PER_MINUTE: UNLIMITED,
  REGISTRATIONS_PER_MINUTE: UNLIMITED,
  SECRETS_PER_MINUTE: UNLIMITED,
  STREAMS_PER_MINUTE: UNLIMITED,
  MCP_REQUESTS_PER_MINUTE: UNLIMITED,
  REFUSALS_PER_MINUTE: UNLIMITED,
};

/** The variables that both services need to find one another and their databases. */
export function serviceEnvironment(
  addresses: Omit<PlatformAddresses, 'operatorToken'>,
  databases: { registry: string; oauth: string },
): Record<string, string> {
  return {
    BASE_URL: addresses.baseUrl,
    OAUTH_URL: addresses.oauthUrl,
    REGISTRY_INTERNAL_URL: addresses.registryInternalUrl,
    OAUTH_INTERNAL_URL: addresses.oauthInternalUrl,
    REGISTRY_DATABASE_URL: databases.registry,
    OAUTH_DATABASE_URL: databases.oauth,
    ...secrets(),
  };
}

/** Both services' tokens and random encryption keys. */
export function secrets(): Record<string, string> {
  return {
    SERVICE_TOKEN: tokens.serviceToken,
    OPERATOR_TOKEN: tokens.operatorToken,
    KEYS_ENCRYPTION_KEY: randomBytes(32).toString('base64url'),
    WEBHOOKS_ENCRYPTION_KEY: randomBytes(32).toString('base64url'),
  };
}
