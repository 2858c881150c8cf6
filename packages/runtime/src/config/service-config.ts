import type { JSONSchemaType } from 'ajv';
import { readConfig } from './read-config.ts';
import * as variables from './variables.ts';

export const DEFAULT_CELL = 'main';
export const DEFAULT_CACHE_MEGABYTES = 64;

type Environment = Record<string, string | undefined>;

/** The variables of every service. Those of the process begin with its prefix. */
export type ServiceVariables<Prefix extends string> = {
  NODE_ENV: string;
  CACHE_MEGABYTES: number;
  CELL: string;
  TRUSTED_PROXIES: number;
  DRAIN_MILLISECONDS: number;
  OTEL_EXPORTER_OTLP_ENDPOINT?: string;
  LOG_LEVEL: string;
} & Record<`${Prefix}_HOST` | `${Prefix}_DATABASE_URL`, string> &
  Record<`${Prefix}_PORT` | `${Prefix}_INTERNAL_PORT` | `${Prefix}_DATABASE_CONNECTIONS`, number>;

export type ServiceConfig = {
  isProduction: boolean;
  host: string;
  port: number;
  internalPort: number;
  databaseUrl: string;
  databaseConnections: number;
  /** The most memory for what is kept until it changes. */
  cacheMegabytes: number;
  /** The installation of the platform that keeps an organization; new credentials name it. */
  cell: string;
  /** Whether `X-Forwarded-For` is believed: how many proxies stand in front. */
  trustedProxies: number;
  /** How long it goes on serving when it stops, until no load balancer sends it anything. */
  drainMilliseconds: number;
  /** Where spans are sent; nowhere without it. */
  otlpEndpoint: string | undefined;
  logLevel: string;
};

type ServiceProperties<Prefix extends string> = Pick<
  JSONSchemaType<ServiceVariables<Prefix>>['properties'],
  keyof ServiceVariables<Prefix>
>;

/** @param ports the default ones */
export function serviceProperties<Prefix extends string>(
  prefix: Prefix,
  ports: { public: number; internal: number },
): ServiceProperties<Prefix> {
  return {
    NODE_ENV: { type: 'string', default: 'development' },
    [`${prefix}_HOST`]: { type: 'string', default: '127.0.0.1' },
    [`${prefix}_PORT`]: { ...variables.port, default: ports.public },
    [`${prefix}_INTERNAL_PORT`]: { ...variables.port, default: ports.internal },
    [`${prefix}_DATABASE_URL`]: variables.databaseUrl,
    [`${prefix}_DATABASE_CONNECTIONS`]: variables.databaseConnections,
    CACHE_MEGABYTES: {
      type: 'integer',
      minimum: 1,
      maximum: 16_384,
      default: DEFAULT_CACHE_MEGABYTES,
    },
    CELL: { type: 'string', pattern: '^[a-z0-9]{2,12}$', default: DEFAULT_CELL },
    TRUSTED_PROXIES: variables.trustedProxies,
    DRAIN_MILLISECONDS: variables.drainMilliseconds,
    OTEL_EXPORTER_OTLP_ENDPOINT: {
      type: 'string',
      pattern: '^https?://',
      format: 'url',
      nullable: true,
    },
    LOG_LEVEL: variables.logLevel,
  } as unknown as ServiceProperties<Prefix>;
}

export function serviceConfigOf(prefix: string, values: ServiceVariables<string>): ServiceConfig {
  const own = <Type>(name: string) =>
    (values as Record<string, unknown>)[`${prefix}_${name}`] as Type;
  return {
    isProduction: values.NODE_ENV === 'production',
    host: own<string>('HOST'),
    port: own<number>('PORT'),
    internalPort: own<number>('INTERNAL_PORT'),
    databaseUrl: own<string>('DATABASE_URL'),
    databaseConnections: own<number>('DATABASE_CONNECTIONS'),
    cacheMegabytes: values.CACHE_MEGABYTES,
    cell: values.CELL,
    trustedProxies: values.TRUSTED_PROXIES,
    drainMilliseconds: values.DRAIN_MILLISECONDS,
    otlpEndpoint: values.OTEL_EXPORTER_OTLP_ENDPOINT,
    logLevel: values.LOG_LEVEL,
  };
}

/** Reads the variables of a migration: the only secret is the database's. */
export function readMigrationConfig(prefix: string, environment: Environment) {
  return databaseConfig(prefix, environment, {});
}

/** Reads the variables of the removal of old audit rows, which connects as the owner of the tables. */
export function readRetentionConfig(prefix: string, environment: Environment) {
  const required = ['AUDIT_RETENTION_DAYS'];
  const { retentionProperties: properties } = variables;
  const { values, ...database } = databaseConfig(prefix, environment, properties, required);
  return {
    ...database,
    days: Number(values.AUDIT_RETENTION_DAYS),
    exportFolder: values.AUDIT_EXPORT_FOLDER,
  };
}

function databaseConfig(
  prefix: string,
  environment: Environment,
  properties: object,
  required: string[] = [],
) {
  const databaseUrl = `${prefix}_DATABASE_URL`;
  const schema = {
    type: 'object',
    properties: {
      [databaseUrl]: variables.databaseUrl,
      ...properties,
      LOG_LEVEL: variables.logLevel,
    },
    required: [databaseUrl, ...required],
  };
  const values = readConfig(
    schema as unknown as JSONSchemaType<Record<string, string>>,
    environment,
  );
  return {
    databaseUrl: values[databaseUrl] as string,
    logLevel: values.LOG_LEVEL as string,
    values,
  };
}
