import { MAX_SERVICE_URL_CHARACTERS } from '@app-platform/contracts';
import {
  type InternalTokens,
  internalTokensOf,
  proxyFaults,
  type TokenVariables,
  tokenFaults,
  tokenProperties,
} from '@app-platform/http-api';
import {
  KeyEncryption,
  readMigrationConfig as migrationConfig,
  type ProcessIdentity,
  processIdentity,
  readConfig,
  readRetentionConfig as retentionConfig,
  type ServiceConfig,
  type ServiceVariables,
  serviceConfigOf,
  serviceProperties,
  variablesOf,
} from '@app-platform/runtime';
import {
  type RedisTarget,
  type RedisVariables,
  redisFaults,
  redisProperties,
  redisTargetOf,
} from '@app-platform/runtime/redis';
import type { JSONSchemaType } from 'ajv';
import manifest from '../package.json' with { type: 'json' };
import type { PublicApps } from './apps/registration/public-names.ts';
import { type Rates, type RateVariables, rateProperties, ratesOf } from './rate-limits.ts';
import type { WebhookSettings } from './webhooks/change-webhook.ts';

type Environment = TokenVariables &
  RateVariables &
  RedisVariables &
  ServiceVariables<'REGISTRY'> & {
    REGISTRY_MAX_BODY_BYTES: number;
    REGISTRY_REPLICA_URL?: string;
    PUBLIC_APPS: PublicApps;
    BASE_URL?: string;
    OAUTH_URL?: string;
    OAUTH_INTERNAL_URL?: string;
    WEBHOOKS_ENCRYPTION_KEY: string;
    SECOND_WEBHOOKS_ENCRYPTION_KEY?: string;
    WEBHOOKS_ALLOW_LOOPBACK: boolean;
    MCP_ENABLED: boolean;
  };

const encryptionKey = { type: 'string', pattern: '^[A-Za-z0-9_-]{43}$' } as const;

/** At most eight addresses of PostgreSQL, with commas between them. */
const REPLICA_URLS = '^postgres(ql)?://[^,]+(,postgres(ql)?://[^,]+){0,7}$';

const schema: JSONSchemaType<Environment> = {
  type: 'object',
  properties: {
    ...serviceProperties('REGISTRY', { public: 4000, internal: 4100 }),
    REGISTRY_MAX_BODY_BYTES: { type: 'integer', minimum: 1024, default: 1_048_576 },
    REGISTRY_REPLICA_URL: { type: 'string', pattern: REPLICA_URLS, nullable: true },
    PUBLIC_APPS: { type: 'string', enum: ['anyone', 'verified'], default: 'anyone' },
    BASE_URL: {
      type: 'string',
      pattern: '^https?://[^/]+$',
      format: 'url',
      maxLength: MAX_SERVICE_URL_CHARACTERS,
      nullable: true,
    },
    OAUTH_URL: {
      type: 'string',
      pattern: '^https?://[^/]+$',
      format: 'url',
      maxLength: MAX_SERVICE_URL_CHARACTERS,
      nullable: true,
    },
    OAUTH_INTERNAL_URL: { type: 'string', pattern: '^https?://', format: 'url', nullable: true },
    WEBHOOKS_ENCRYPTION_KEY: encryptionKey,
    SECOND_WEBHOOKS_ENCRYPTION_KEY: { ...encryptionKey, nullable: true },
    WEBHOOKS_ALLOW_LOOPBACK: { type: 'boolean', default: false },
    MCP_ENABLED: { type: 'boolean', default: true },
    ...tokenProperties,
    ...redisProperties,
    ...rateProperties,
  },
  required: ['REGISTRY_DATABASE_URL', 'WEBHOOKS_ENCRYPTION_KEY', 'SERVICE_TOKEN', 'OPERATOR_TOKEN'],
};

/** The variables that it reads. */
export const registryVariables = variablesOf(schema);

export type Config = ServiceConfig & {
  /** The public address, which the documents name. */
  baseUrl: string;
  maxBodyBytes: number;
  /** Read replicas of the database; none where it is empty. */
  replicaUrls: string[];
  /** Whose apps may be public. */
  publicApps: PublicApps;
  /** The OAuth service, whose access tokens are accepted; left out where there is none. */
  oauth?: { issuer: string; audience: string; internalUrl: string };
  /** The tokens of callers of the internal API; the service token is also sent to the OAuth service. */
  tokens: InternalTokens;
  webhooks: WebhookSettings;
  /** Whether there is an MCP server, for assistants. */
  hasMcp: boolean;
  /** Where replicas count registrations and secrets together. */
  redis: RedisTarget | undefined;
  rates: Rates;
};

/** Reads what identifies this process. It cannot fail, so that a report of a wrong configuration carries it too. */
export function readIdentity(environment = process.env): ProcessIdentity {
  return processIdentity('registry', manifest.version, environment);
}

/**
 * Reads the registry's configuration, and refuses unsafe values in production.
 * @throws ConfigError naming everything that is wrong
 */
export function readRegistryConfig(environment = process.env): Config {
  const values = readConfig(schema, environment, (read) => [
    ...tokenFaults(read),
    ...redisFaults(read),
    ...proxyFaults('BASE_URL', read.BASE_URL, read.TRUSTED_PROXIES),
    ...(new Set([read.BASE_URL, read.OAUTH_URL, read.OAUTH_INTERNAL_URL].map(Boolean)).size > 1
      ? ['BASE_URL, OAUTH_URL and OAUTH_INTERNAL_URL are set together, or none of them']
      : []),
    ...(read.NODE_ENV === 'production' ? faultsInProduction(read) : []),
  ]);
  return {
    ...serviceConfigOf('REGISTRY', values),
    baseUrl: values.BASE_URL ?? `http://localhost:${values.REGISTRY_PORT}`,
    maxBodyBytes: values.REGISTRY_MAX_BODY_BYTES,
    replicaUrls: values.REGISTRY_REPLICA_URL?.split(',') ?? [],
    publicApps: values.PUBLIC_APPS,
    ...oauthOf(values),
    tokens: internalTokensOf(values),
    webhooks: {
      encryption: new KeyEncryption(
        values.WEBHOOKS_ENCRYPTION_KEY,
        values.SECOND_WEBHOOKS_ENCRYPTION_KEY,
        'webhook secrets',
      ),
      allowsLoopback: values.WEBHOOKS_ALLOW_LOOPBACK,
    },
    hasMcp: values.MCP_ENABLED,
    redis: redisTargetOf(values),
    rates: ratesOf(values),
  };
}

function faultsInProduction(read: Environment): string[] {
  const faults: [boolean, string][] = [
    [
      read.REGISTRY_DATABASE_URL.startsWith('pglite:'),
      'REGISTRY_DATABASE_URL must name a PostgreSQL server',
    ],
    [read.WEBHOOKS_ALLOW_LOOPBACK, 'WEBHOOKS_ALLOW_LOOPBACK must be false'],
  ];
  return faults.flatMap(([isFault, text]) => (isFault ? [`${text} in production`] : []));
}

function oauthOf({
  BASE_URL: audience,
  OAUTH_URL: issuer,
  OAUTH_INTERNAL_URL: internalUrl,
}: Environment) {
  return audience && issuer && internalUrl ? { oauth: { audience, issuer, internalUrl } } : {};
}

export const readMigrationConfig = (environment = process.env) =>
  migrationConfig('REGISTRY', environment);

export const readRetentionConfig = (environment = process.env) =>
  retentionConfig('REGISTRY', environment);
