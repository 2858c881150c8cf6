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
  type ProcessIdentity,
  processIdentity,
  type RetentionVariables,
  readConfig,
  variables,
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
import type { PublicApps } from './apps/public-name-problems.ts';
import { type Rates, type RateVariables, rateProperties, ratesOf } from './rate-limits.ts';
import type { WebhookSettings } from './webhooks/webhook-settings.ts';

type Environment = TokenVariables &
  RateVariables &
  RedisVariables & {
    NODE_ENV: string;
    REGISTRY_HOST: string;
    REGISTRY_PORT: number;
    REGISTRY_INTERNAL_PORT: number;
    REGISTRY_DATABASE_URL: string;
    REGISTRY_DATABASE_CONNECTIONS: number;
    REGISTRY_MAX_BODY_BYTES: number;
    PUBLIC_APPS: PublicApps;
    BASE_URL?: string;
    OAUTH_URL?: string;
    OAUTH_INTERNAL_URL?: string;
    WEBHOOKS_ENCRYPTION_KEY: string;
    SECOND_WEBHOOKS_ENCRYPTION_KEY?: string;
    WEBHOOKS_ALLOW_LOOPBACK: boolean;
    TRUSTED_PROXIES: number;
    DRAIN_MILLISECONDS: number;
    OTEL_EXPORTER_OTLP_ENDPOINT?: string;
    LOG_LEVEL: string;
  };

const encryptionKey = { type: 'string', pattern: '^[A-Za-z0-9_-]{43}$' } as const;

const schema: JSONSchemaType<Environment> = {
  type: 'object',
  properties: {
    NODE_ENV: { type: 'string', default: 'development' },
    REGISTRY_HOST: { type: 'string', default: '127.0.0.1' },
    REGISTRY_PORT: { ...variables.port, default: 4000 },
    REGISTRY_INTERNAL_PORT: { ...variables.port, default: 4100 },
    REGISTRY_DATABASE_URL: variables.databaseUrl,
    REGISTRY_DATABASE_CONNECTIONS: variables.databaseConnections,
    REGISTRY_MAX_BODY_BYTES: { type: 'integer', minimum: 1024, default: 1_048_576 },
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
    ...tokenProperties,
    TRUSTED_PROXIES: variables.trustedProxies,
    ...redisProperties,
    ...rateProperties,
    DRAIN_MILLISECONDS: variables.drainMilliseconds,
    OTEL_EXPORTER_OTLP_ENDPOINT: {
      type: 'string',
      pattern: '^https?://',
      format: 'url',
      nullable: true,
    },
    LOG_LEVEL: variables.logLevel,
  },
  required: ['REGISTRY_DATABASE_URL', 'WEBHOOKS_ENCRYPTION_KEY', 'SERVICE_TOKEN', 'OPERATOR_TOKEN'],
};

/** The variables that it reads. */
export const registryVariables = variablesOf(schema);

export type Config = {
  isProduction: boolean;
  host: string;
  port: number;
  internalPort: number;
  /** The public address, which the documents name. */
  baseUrl: string;
  databaseUrl: string;
  databaseConnections: number;
  maxBodyBytes: number;
  /** Whose apps may be public. */
  publicApps: PublicApps;
  /** The OAuth service, whose access tokens are accepted; left out where there is none. */
  oauth?: { issuer: string; audience: string; internalUrl: string };
  /** The tokens of callers of the internal API; the service token is also sent to the OAuth service. */
  tokens: InternalTokens;
  webhooks: WebhookSettings;
  trustedProxies: number;
  /** Where replicas count registrations and secrets together. */
  redis: RedisTarget | undefined;
  rates: Rates;
  /** How long it goes on serving when it stops, until no load balancer sends it anything. */
  drainMilliseconds: number;
  /** Where spans are sent; nowhere without it. */
  otlpEndpoint: string | undefined;
  logLevel: string;
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
    isProduction: values.NODE_ENV === 'production',
    host: values.REGISTRY_HOST,
    port: values.REGISTRY_PORT,
    internalPort: values.REGISTRY_INTERNAL_PORT,
    baseUrl: values.BASE_URL ?? `http://localhost:${values.REGISTRY_PORT}`,
    databaseUrl: values.REGISTRY_DATABASE_URL,
    databaseConnections: values.REGISTRY_DATABASE_CONNECTIONS,
    maxBodyBytes: values.REGISTRY_MAX_BODY_BYTES,
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
    trustedProxies: values.TRUSTED_PROXIES,
    redis: redisTargetOf(values),
    rates: ratesOf(values),
    drainMilliseconds: values.DRAIN_MILLISECONDS,
    otlpEndpoint: values.OTEL_EXPORTER_OTLP_ENDPOINT,
    logLevel: values.LOG_LEVEL,
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

const migrationSchema: JSONSchemaType<Pick<Environment, 'REGISTRY_DATABASE_URL' | 'LOG_LEVEL'>> = {
  type: 'object',
  properties: { REGISTRY_DATABASE_URL: variables.databaseUrl, LOG_LEVEL: variables.logLevel },
  required: ['REGISTRY_DATABASE_URL'],
};

/** Reads the variables of a migration: the only secret is the database's. */
export function readMigrationConfig(environment = process.env) {
  const values = readConfig(migrationSchema, environment);
  return { databaseUrl: values.REGISTRY_DATABASE_URL, logLevel: values.LOG_LEVEL };
}

type RetentionEnvironment = Pick<Environment, 'REGISTRY_DATABASE_URL' | 'LOG_LEVEL'> &
  RetentionVariables;

const retentionSchema: JSONSchemaType<RetentionEnvironment> = {
  type: 'object',
  properties: {
    REGISTRY_DATABASE_URL: variables.databaseUrl,
    ...variables.retentionProperties,
    LOG_LEVEL: variables.logLevel,
  },
  required: ['REGISTRY_DATABASE_URL', 'AUDIT_RETENTION_DAYS'],
};

/** Reads the variables of `retention.ts`, which connects as the owner of the tables. */
export function readRetentionConfig(environment = process.env) {
  const values = readConfig(retentionSchema, environment);
  return {
    databaseUrl: values.REGISTRY_DATABASE_URL,
    days: values.AUDIT_RETENTION_DAYS,
    exportFolder: values.AUDIT_EXPORT_FOLDER,
    logLevel: values.LOG_LEVEL,
  };
}
