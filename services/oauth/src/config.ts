import { MAX_SERVICE_URL_CHARACTERS } from '@app-platform/contracts';
import {
  internalTokensOf,
  proxyFaults,
  type TokenVariables,
  tokenFaults,
  tokenProperties,
} from '@app-platform/http-api';
import {
  type ProcessIdentity,
  processIdentity,
  type RetentionVariables,
  readConfig,
  variables,
  variablesOf,
} from '@app-platform/runtime';
import {
  type RedisVariables,
  redisFaults,
  redisProperties,
  redisTargetOf,
} from '@app-platform/runtime/redis';
import type { JSONSchemaType } from 'ajv';
import manifest from '../package.json' with { type: 'json' };

import {
  type RedirectUriVariables,
  redirectUriFaults,
  redirectUriProperties,
  redirectUrisOf,
  withConsole,
} from './first-party-redirect-uris.ts';
import { type RateVariables, rateProperties, ratesOf } from './rate-limits.ts';
import { type SignInVariables, signInLimitsOf, signInProperties } from './sign-in-limits.ts';
import { DEFAULT_GRACE_SECONDS } from './storage/refresh-grace.ts';

type Environment = TokenVariables &
  RateVariables &
  RedisVariables &
  SignInVariables &
  RedirectUriVariables & {
    NODE_ENV: string;
    OAUTH_HOST: string;
    OAUTH_PORT: number;
    OAUTH_INTERNAL_PORT: number;
    OAUTH_URL: string;
    BASE_URL: string;
    REGISTRY_INTERNAL_URL: string;
    OAUTH_DATABASE_URL: string;
    OAUTH_DATABASE_CONNECTIONS: number;
    REDIS_PREFIX?: string;
    KEYS_ENCRYPTION_KEY: string;
    SECOND_KEYS_ENCRYPTION_KEY?: string;
    REFRESH_GRACE_SECONDS: number;
    USED_REFRESH_TOKEN_DAYS: number;
    TRUSTED_PROXIES: number;
    UPSTREAM_ISSUER?: string;
    UPSTREAM_CLIENT_ID?: string;
    UPSTREAM_CLIENT_SECRET?: string;
    UPSTREAM_NAME: string;
    SMTP_URL?: string;
    MAIL_FROM?: string;
    DRAIN_MILLISECONDS: number;
    OTEL_EXPORTER_OTLP_ENDPOINT?: string;
    LOG_LEVEL: string;
  };

const encryptionKey = { type: 'string', pattern: '^[A-Za-z0-9_-]{43}$' } as const;

const schema: JSONSchemaType<Environment> = {
  type: 'object',
  properties: {
    NODE_ENV: { type: 'string', default: 'development' },
    OAUTH_HOST: { type: 'string', default: '127.0.0.1' },
    OAUTH_PORT: { ...variables.port, default: 4001 },
    OAUTH_INTERNAL_PORT: { ...variables.port, default: 4101 },
    OAUTH_URL: {
      type: 'string',
      pattern: '^https?://[^/]+$',
      format: 'url',
      maxLength: MAX_SERVICE_URL_CHARACTERS,
    },
    BASE_URL: {
      type: 'string',
      pattern: '^https?://[^/]+$',
      format: 'url',
      maxLength: MAX_SERVICE_URL_CHARACTERS,
    },
    REGISTRY_INTERNAL_URL: { type: 'string', pattern: '^https?://', format: 'url' },
    OAUTH_DATABASE_URL: variables.databaseUrl,
    OAUTH_DATABASE_CONNECTIONS: variables.databaseConnections,
    ...redisProperties,
    REDIS_PREFIX: { type: 'string', pattern: '^[A-Za-z0-9:._-]{1,64}$', nullable: true },
    KEYS_ENCRYPTION_KEY: encryptionKey,
    SECOND_KEYS_ENCRYPTION_KEY: { ...encryptionKey, nullable: true },
    ...tokenProperties,
    REFRESH_GRACE_SECONDS: {
      type: 'integer',
      minimum: 0,
      maximum: 300,
      default: DEFAULT_GRACE_SECONDS,
    },
    USED_REFRESH_TOKEN_DAYS: { type: 'integer', minimum: 1, maximum: 3_650, default: 30 },
    TRUSTED_PROXIES: variables.trustedProxies,
    ...rateProperties,
    ...signInProperties,
    ...redirectUriProperties,
    /** Exactly the `issuer` of its metadata. */
    UPSTREAM_ISSUER: {
      type: 'string',
      pattern: '^https?://[^/?#]+(/[^?#]*)?$',
      format: 'url',
      nullable: true,
    },
    UPSTREAM_CLIENT_ID: { type: 'string', nullable: true },
    UPSTREAM_CLIENT_SECRET: { type: 'string', nullable: true },
    /** Its name on the pages. */
    UPSTREAM_NAME: { type: 'string', maxLength: 60, default: 'your organization' },
    /** Of the mail server, with user and password where it wants them. */
    SMTP_URL: { type: 'string', pattern: '^smtps?://', format: 'url', nullable: true },
    MAIL_FROM: { type: 'string', pattern: '^[^\\s@]+@[^\\s@]+$', maxLength: 320, nullable: true },
    DRAIN_MILLISECONDS: variables.drainMilliseconds,
    OTEL_EXPORTER_OTLP_ENDPOINT: {
      type: 'string',
      pattern: '^https?://',
      format: 'url',
      nullable: true,
    },
    LOG_LEVEL: variables.logLevel,
  },
  required: [
    'OAUTH_URL',
    'BASE_URL',
    'REGISTRY_INTERNAL_URL',
    'OAUTH_DATABASE_URL',
    'KEYS_ENCRYPTION_KEY',
    'SERVICE_TOKEN',
    'OPERATOR_TOKEN',
  ],
};

/** The names of the variables. */
export const oauthVariables = variablesOf(schema);

/** Reads what identifies this process. It cannot fail, so that a report of a wrong configuration carries it too. */
export function readIdentity(environment = process.env): ProcessIdentity {
  return processIdentity('oauth', manifest.version, environment);
}

/**
 * Reads the OAuth service's configuration. Unsafe values are refused in production.
 * @throws ConfigError that lists every fault
 */
export function readOauthConfig(environment = process.env) {
  const values = readConfig(schema, withConsole(environment), (read) => [
    ...upstreamFaults(read),
    ...mailFaults(read),
    ...redirectUriFaults(read),
    ...tokenFaults(read),
    ...redisFaults(read),
    ...proxyFaults('OAUTH_URL', read.OAUTH_URL, read.TRUSTED_PROXIES),
    ...(read.NODE_ENV === 'production' ? faultsInProduction(read) : []),
  ]);
  return {
    isProduction: values.NODE_ENV === 'production',
    host: values.OAUTH_HOST,
    port: values.OAUTH_PORT,
    internalPort: values.OAUTH_INTERNAL_PORT,
    /** The service's public address. */
    issuer: values.OAUTH_URL,
    /** The registry's public address. */
    audience: values.BASE_URL,
    registryInternalUrl: values.REGISTRY_INTERNAL_URL,
    databaseUrl: values.OAUTH_DATABASE_URL,
    databaseConnections: values.OAUTH_DATABASE_CONNECTIONS,
    redis: redisTargetOf(values),
    /** Prefix of all keys, for platforms that share a Redis. */
    redisPrefix: values.REDIS_PREFIX,
    keysEncryptionKey: values.KEYS_ENCRYPTION_KEY,
    secondKeysEncryptionKey: values.SECOND_KEYS_ENCRYPTION_KEY,
    tokens: internalTokensOf(values),
    graceSeconds: values.REFRESH_GRACE_SECONDS,
    usedRefreshTokenDays: values.USED_REFRESH_TOKEN_DAYS,
    trustedProxies: values.TRUSTED_PROXIES,
    rates: ratesOf(values),
    signInLimits: signInLimitsOf(values),
    firstPartyRedirectUris: redirectUrisOf(values),
    upstream: upstreamOf(values),
    mail: mailOf(values),
    /** How long it still serves after the signal to stop, until load balancers have noticed. */
    drainMilliseconds: values.DRAIN_MILLISECONDS,
    /** Where spans are sent; undefined sends none. */
    otlpEndpoint: values.OTEL_EXPORTER_OTLP_ENDPOINT,
    logLevel: values.LOG_LEVEL,
  };
}

/** The upstream provider, if one is configured. */
function upstreamOf(values: Environment) {
  const { UPSTREAM_ISSUER, UPSTREAM_CLIENT_ID, UPSTREAM_CLIENT_SECRET, UPSTREAM_NAME } = values;
  if (!UPSTREAM_ISSUER || !UPSTREAM_CLIENT_ID || !UPSTREAM_CLIENT_SECRET) return undefined;
  return {
    issuer: UPSTREAM_ISSUER,
    clientId: UPSTREAM_CLIENT_ID,
    clientSecret: UPSTREAM_CLIENT_SECRET,
    name: UPSTREAM_NAME,
  };
}

/** The mail server, if one is configured. */
function mailOf({ SMTP_URL: url, MAIL_FROM: from }: Environment) {
  return url && from ? { url, from } : undefined;
}

function mailFaults({ SMTP_URL, MAIL_FROM }: Environment): string[] {
  if (Boolean(SMTP_URL) === Boolean(MAIL_FROM)) return [];
  return ['SMTP_URL and MAIL_FROM are required together'];
}

function upstreamFaults(values: Environment): string[] {
  const names = ['UPSTREAM_ISSUER', 'UPSTREAM_CLIENT_ID', 'UPSTREAM_CLIENT_SECRET'] as const;
  const missing = names.filter((name) => !values[name]);
  if (missing.length === names.length) return [];
  return missing.map((name) => `${name} is required where there is another UPSTREAM_ variable`);
}

function faultsInProduction(values: Environment): string[] {
  const faults: [boolean, string][] = [
    [
      values.OAUTH_DATABASE_URL.startsWith('pglite:'),
      'OAUTH_DATABASE_URL must name a PostgreSQL server',
    ],
    [
      !redisTargetOf(values),
      'REDIS_URL is required, or a cluster or sentinels: replicas do not share memory',
    ],
    [!values.OAUTH_URL.startsWith('https:'), 'OAUTH_URL must be https'],
    [values.UPSTREAM_ISSUER?.startsWith('http:') ?? false, 'UPSTREAM_ISSUER must be https'],
  ];
  return faults.flatMap(([isFault, text]) => (isFault ? [`${text} in production`] : []));
}

const migrationSchema: JSONSchemaType<Pick<Environment, 'OAUTH_DATABASE_URL' | 'LOG_LEVEL'>> = {
  type: 'object',
  properties: { OAUTH_DATABASE_URL: variables.databaseUrl, LOG_LEVEL: variables.logLevel },
  required: ['OAUTH_DATABASE_URL'],
};

/** The migration needs no secret but the database's. */
export function readMigrationConfig(environment = process.env) {
  const values = readConfig(migrationSchema, environment);
  return { databaseUrl: values.OAUTH_DATABASE_URL, logLevel: values.LOG_LEVEL };
}

type RetentionEnvironment = Pick<Environment, 'OAUTH_DATABASE_URL' | 'LOG_LEVEL'> &
  RetentionVariables;

const retentionSchema: JSONSchemaType<RetentionEnvironment> = {
  type: 'object',
  properties: {
    OAUTH_DATABASE_URL: variables.databaseUrl,
    ...variables.retentionProperties,
    LOG_LEVEL: variables.logLevel,
  },
  required: ['OAUTH_DATABASE_URL', 'AUDIT_RETENTION_DAYS'],
};

/** Reads the variables of `retention.ts`, which connects as the owner of the tables. */
export function readRetentionConfig(environment = process.env) {
  const values = readConfig(retentionSchema, environment);
  return {
    databaseUrl: values.OAUTH_DATABASE_URL,
    days: values.AUDIT_RETENTION_DAYS,
    exportFolder: values.AUDIT_EXPORT_FOLDER,
    logLevel: values.LOG_LEVEL,
  };
}
