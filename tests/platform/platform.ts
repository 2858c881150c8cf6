import { randomBytes } from 'node:crypto';
import { listen } from '@app-platform/http-api';
import { RegistryClient } from '@app-platform/oauth/registry-client';
import { createOauthService, type OauthOptions } from '@app-platform/oauth/server';
import {
  DEFAULT_GRACE_SECONDS,
  type EphemeralStore,
  OauthTestDatabase,
} from '@app-platform/oauth/testing';
import { openRegistryDatabase } from '@app-platform/registry/database';
import { createRegistry, type RegistryOptions } from '@app-platform/registry/server';
import {
  createLogger,
  InternalCalls,
  KeyEncryption,
  openTelemetry,
  registerPoolGauge,
} from '@app-platform/runtime';
import {
  type DatabaseConnection,
  defineStatement,
  measureStatements,
} from '@app-platform/runtime/database';
import { tokens } from '@app-platform/testing/credentials';
import type { Service } from '@app-platform/testing/databases/template';
import { openTestDatabase } from '@app-platform/testing/databases/test-database';
import { freePort } from '@app-platform/testing/processes/free-ports';
import { openEphemeral } from './ephemeral.ts';

/** Each reading takes several milliseconds of processor time, and few tests change keys. */
const KEY_REFRESH_SECONDS = 1;

/** On a busy machine an answer of the other service may take long, and no test is about speed. */
const CALL_MILLISECONDS = 60_000;

/** When a test ends, only the services' own requests for changes are under way, which wait for some. */
const closing = { drainMilliseconds: 0, graceMilliseconds: 0 };

const CHANGE_DEFINITION = defineStatement({
  name: 'change-definition',
  text: `
    UPDATE app_version v SET definition = (v.definition::jsonb || $2::jsonb)::json
    FROM app a WHERE a.id = v.app_id AND a.name = $1`,
  parameters: { app: 'text', changes: 'json' },
  row: {},
});

/** Where both services answer, and what the operator shows there. */
export type PlatformAddresses = {
  baseUrl: string;
  oauthUrl: string;
  registryInternalUrl: string;
  oauthInternalUrl: string;
  operatorToken: string;
};

/** Both services, listening, each on a database of its own, and a time that the test can move. */
export type Platform = PlatformAddresses & {
  now: { value: () => Date };
  logLines: string[];
  /** For statements that no store issues. */
  connections: Record<Service, DatabaseConnection>;
  keysEncryptionKey: string;
  /** Runs statements in a service's database; the registry's without one. */
  execute(sql: string, service?: Service): Promise<void>;
  /** Lets time pass for what is kept for a while only. */
  passEphemeral(seconds: number): Promise<void>;
  /** What the OAuth service has recorded, the latest last. */
  auditEvents(): Promise<AuditRow[]>;
  /** The client ids whose refused requests the OAuth service has kept. */
  clientsOfRefusedRequests(): Promise<string[]>;
  /**
   * Changes the definition of each version of an app to what an earlier release may have accepted.
   * @param app its name
   */
  changeDefinition(app: string, changes: Record<string, unknown>): Promise<void>;
  /** Gives the accounts of an address a hash that an earlier release may have made. */
  setPasswordHash(email: string, passwordHash: string): Promise<void>;
  close(): Promise<void>;
};

export type AuditRow = Awaited<
  ReturnType<OauthTestDatabase['client']['auditEvent']['findMany']>
>[number];

export type PlatformOptions = Pick<
  OauthOptions,
  | 'upstream'
  | 'mailer'
  | 'usageFlushSeconds'
  | 'rates'
  | 'signInLimits'
  | 'userCodeLimits'
  | 'devicePollSeconds'
  | 'trustedProxies'
  | 'firstPartyRedirectUris'
  | 'hasMcp'
> & {
  /** Of the logs of apps. */
  streams?: RegistryOptions['streams'];
  /** Used instead of one of its own. */
  ephemeral?: EphemeralStore;
  /** Where both services listen, on the public and the internal ports; 127.0.0.1 without it. */
  host?: '127.0.0.1' | '::1';
  /** The issuer is https: a proxy in front of the service would end TLS. */
  isBehindTls?: boolean;
  /** How long every answer of the ephemeral store takes, as over a network. */
  ephemeralDelayMilliseconds?: number;
  /** What stands between the OAuth service and its database. */
  aroundDatabase?: (connection: DatabaseConnection) => DatabaseConnection;
  /** Opens the database of a service; a new test database without it. */
  open?: (service: Service) => Promise<DatabaseConnection>;
  /** Addresses and a key that outlive it. */
  kept?: KeptPlatform;
  /** The built console, which the registry then serves. */
  consoleFolder?: string;
};

type KeptPlatform = {
  port: number;
  oauthPort: number;
  keysEncryptionKey: string;
};

export async function startPlatform(options: PlatformOptions = {}): Promise<Platform> {
  const { kept = await newKeptPlatform(), open = openTestDatabase, host = '127.0.0.1' } = options;
  const connections = { registry: await open('registry'), oauth: await open('oauth') };
  const now = { value: () => new Date() };
  const logLines: string[] = [];
  const urlOf = (port: number, scheme = 'http') =>
    `${scheme}://${host === '::1' ? `[${host}]` : host}:${port}`;
  const oauthInternalPort = await freePort();
  const setting: Setting = {
    options,
    kept,
    connections,
    host,
    urlOf,
    baseUrl: urlOf(kept.port),
    oauthUrl: urlOf(kept.oauthPort, options.isBehindTls ? 'https' : 'http'),
    oauthInternalPort,
    clock: () => now.value(),
    logger: createLogger('test', 'info', { write: (line) => void logLines.push(line) }),
  };
  const registry = await startRegistry(setting);
  const oauth = await startOauth(setting, registry.internalUrl);
  await registry.start();
  oauth.start();
  const { client } = oauth.database;
  return {
    baseUrl: setting.baseUrl,
    oauthUrl: setting.oauthUrl,
    registryInternalUrl: registry.internalUrl,
    oauthInternalUrl: urlOf(oauthInternalPort),
    operatorToken: tokens.operatorToken,
    now,
    logLines,
    connections,
    keysEncryptionKey: kept.keysEncryptionKey,
    execute: async (sql, service = 'registry') => {
      const session = await connections[service].adapter.connect();
      await session.executeScript(sql);
      await session.dispose();
    },
    passEphemeral: oauth.passEphemeral,
    auditEvents: () => client.auditEvent.findMany({ orderBy: { id: 'asc' } }),
    clientsOfRefusedRequests: async () => {
      const rows = await client.refusedRequest.findMany({ distinct: ['clientId'] });
      return rows.map(({ clientId }) => clientId);
    },
    changeDefinition: async (app, changes) => {
      const values = { app, changes: JSON.stringify(changes) };
      await connections.registry.statements.rows(CHANGE_DEFINITION, values);
    },
    setPasswordHash: async (email, passwordHash) => {
      await client.account.updateMany({ where: { email }, data: { passwordHash } });
    },
    close: async () => {
      await Promise.all([registry.closeListeners(), oauth.closeListeners()]);
      await oauth.stop();
      await registry.stop();
    },
  };
}

/** What both services are started with. */
type Setting = Pick<PlatformAddresses, 'baseUrl' | 'oauthUrl'> & {
  options: PlatformOptions;
  kept: KeptPlatform;
  connections: Platform['connections'];
  host: string;
  urlOf(port: number): string;
  oauthInternalPort: number;
  clock(): Date;
  logger: ReturnType<typeof createLogger>;
};

async function startRegistry(setting: Setting) {
  const { options, kept, host, urlOf, baseUrl, oauthUrl, clock, logger } = setting;
  const telemetry = await openTelemetry('registry');
  const connection = measureStatements(setting.connections.registry, telemetry);
  registerPoolGauge(telemetry.metrics, connection);
  const database = openRegistryDatabase(connection);
  const registry = createRegistry({
    database,
    clock,
    logger,
    telemetry,
    tokens,
    webhooks: {
      encryption: new KeyEncryption(kept.keysEncryptionKey, undefined, 'webhook secrets'),
      allowsLoopback: true,
      // No test asks a name server.
      resolve: async () => [],
    },
    baseUrl,
    oauth: {
      issuer: oauthUrl,
      audience: baseUrl,
      internalUrl: urlOf(setting.oauthInternalPort),
      keyReloadSeconds: KEY_REFRESH_SECONDS,
      timeoutMilliseconds: CALL_MILLISECONDS,
    },
    ...(options.streams && { streams: options.streams }),
    ...(options.usageFlushSeconds !== undefined && {
      usageFlushSeconds: options.usageFlushSeconds,
    }),
    ...(options.consoleFolder && { console: { folder: options.consoleFolder, baseUrl, oauthUrl } }),
  });
  const listener = await listen(registry.publicApp, { ...closing, host, port: kept.port });
  const internal = await listen(registry.internalApp, { ...closing, host, port: 0 });
  return {
    internalUrl: urlOf(internal.port),
    start: () => registry.start(),
    closeListeners: () => Promise.all([listener.close(), internal.close()]),
    stop: async () => {
      await registry.stop();
      await database.close();
    },
  };
}

async function startOauth(setting: Setting, registryInternalUrl: string) {
  const { options, kept, host, baseUrl, oauthUrl, clock, logger } = setting;
  const { aroundDatabase = (connection) => connection } = options;
  const telemetry = await openTelemetry('oauth');
  const connection = measureStatements(aroundDatabase(setting.connections.oauth), telemetry);
  registerPoolGauge(telemetry.metrics, connection);
  const database = new OauthTestDatabase(connection);
  const { serviceToken } = tokens;
  const calls = new InternalCalls(telemetry);
  const client = new RegistryClient({
    baseUrl: registryInternalUrl,
    serviceToken,
    calls,
    timeoutMilliseconds: CALL_MILLISECONDS,
  });
  const ephemeral = await openEphemeral(clock, options.ephemeralDelayMilliseconds ?? 0);
  const oauth = await createOauthService({
    issuer: oauthUrl,
    audience: baseUrl,
    database,
    ephemeral: ephemeral.store,
    registry: client,
    keyEncryption: new KeyEncryption(kept.keysEncryptionKey),
    tokens,
    graceSeconds: DEFAULT_GRACE_SECONDS,
    ...(options.consoleFolder && {
      firstPartyRedirectUris: { console: [`${baseUrl}/console/callback`] },
    }),
    ...options,
    keyRefreshSeconds: KEY_REFRESH_SECONDS,
    clock,
    logger,
    telemetry,
  });
  const listening = { ...closing, host };
  const listener = await listen(oauth.publicApp, { ...listening, port: kept.oauthPort });
  const { oauthInternalPort } = setting;
  const internal = await listen(oauth.internalApp, { ...listening, port: oauthInternalPort });
  return {
    database,
    passEphemeral: ephemeral.pass,
    start: () => oauth.start(),
    closeListeners: () => Promise.all([listener.close(), internal.close()]),
    stop: async () => {
      await oauth.stop();
      await client.close();
      await ephemeral.store.close();
      await database.close();
    },
  };
}

async function newKeptPlatform(): Promise<KeptPlatform> {
  return {
    port: await freePort(),
    oauthPort: await freePort(),
    keysEncryptionKey: randomBytes(32).toString('base64url'),
  };
}
