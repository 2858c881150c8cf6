import { MAX_SERVICE_URL_CHARACTERS } from '@app-platform/contracts';
import {
  internalTokensOf,
  proxyFaults,
  type TokenVariables,
  tokenFaults,
  tokenProperties,
} from '@app-platform/http-api';
import {
  readMigrationConfig as migrationConfig,
  type ProcessIdentity,
  processIdentity,
  readConfig,
  readRetentionConfig as retentionConfig,
  type ServiceVariables,
  serviceConfigOf,
  serviceProperties,
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
  type SignInVariables,
  signInLimitsOf,
  signInProperties,
} from './accounts/sign-in-throttle.ts';
import {
  type UserCodeVariables,
  userCodeLimitsOf,
  userCodeProperties,
} from './accounts/user-code-throttle.ts';
import { type RateVariables, rateProperties, ratesOf } from './endpoints/rates.ts';
import {
  type RedirectUriVariables,
  redirectUriFaults,
  redirectUriProperties,
  redirectUrisOf,
  withConsole,
} from './first-party-redirect-uris.ts';
import { DEFAULT_GRACE_SECONDS } from './storage/refresh-tokens.ts';

type Environment = TokenVariables &
  RateVariables &
  RedisVariables &
  SignInVariables &
  UserCodeVariables &
  RedirectUriVariables &
  ServiceVariables<'OAUTH'> & {
    OAUTH_URL: string;
    BASE_URL: string;
    REGISTRY_INTERNAL_URL: string;
    REDIS_PREFIX?: string;
    KEYS_ENCRYPTION_KEY: string;
    SECOND_KEYS_ENCRYPTION_KEY?: string;
    REFRESH_GRACE_SECONDS: number;
    USED_REFRESH_TOKEN_DAYS: number;
    UPSTREAM_ISSUER?: string;
    UPSTREAM_CLIENT_ID?: string;
    UPSTREAM_CLIENT_SECRET?: string;
    MCP_ENABLED: boolean;
    UPSTREAM_NAME: string;
    SMTP_URL?: string;
    MAIL_FROM?: string;
  };

const encryptionKey = { type: 'string', pattern: '^[A-Za-z0-9_-]{43}$' } as const;

const schema: JSONSchemaType<Environment> = {
  type: 'object',
  properties: {
    ...serviceProperties('OAUTH', { public: 4001, internal: 4101 }),
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
    /** Of the registry. */
    MCP_ENABLED: { type: 'boolean', default: true },
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
    ...rateProperties,
    ...signInProperties,
    ...userCodeProperties,
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

/** Reads the identity of this process. It cannot fail, so that a report of a wrong configuration has it too. */
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
    ...serviceConfigOf('OAUTH', values),
    /** The service's public address. */
    issuer: values.OAUTH_URL,
    /** The registry's public address. */
    audience: values.BASE_URL,
    hasMcp: values.MCP_ENABLED,
    registryInternalUrl: values.REGISTRY_INTERNAL_URL,
    redis: redisTargetOf(values),
    /** Prefix of all keys, for platforms that share a Redis. */
    redisPrefix: values.REDIS_PREFIX,
    keysEncryptionKey: values.KEYS_ENCRYPTION_KEY,
    secondKeysEncryptionKey: values.SECOND_KEYS_ENCRYPTION_KEY,
    tokens: internalTokensOf(values),
    graceSeconds: values.REFRESH_GRACE_SECONDS,
    usedRefreshTokenDays: values.USED_REFRESH_TOKEN_DAYS,
    rates: ratesOf(values),
    signInLimits: signInLimitsOf(values),
    userCodeLimits: userCodeLimitsOf(values),
    firstPartyRedirectUris: redirectUrisOf(values),
    upstream: upstreamOf(values),
    mail: mailOf(values),
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

export const readMigrationConfig = (environment = process.env) =>
  migrationConfig('OAUTH', environment);

export const readRetentionConfig = (environment = process.env) =>
  retentionConfig('OAUTH', environment);
