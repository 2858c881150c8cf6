import { randomBytes } from 'node:crypto';
import { type Listener, listen } from '@app-platform/http-api';
import { Database } from '@app-platform/oauth/database';
import { RegistryClient } from '@app-platform/oauth/registry-client';
import { createOauthService, type OauthOptions } from '@app-platform/oauth/server';
import { DEFAULT_GRACE_SECONDS, type EphemeralStore } from '@app-platform/oauth/testing';
import { openRegistryDatabase } from '@app-platform/registry/database';
import { createRegistry } from '@app-platform/registry/server';
import {
  createLogger,
  InternalCalls,
  KeyEncryption,
  openTelemetry,
  registerPoolGauge,
} from '@app-platform/runtime';
import type { DatabaseConnection } from '@app-platform/runtime/database';
import { openTestDatabase } from '@app-platform/tooling/test-database';
import { openEphemeral } from './ephemeral.ts';
import { freePort } from './free-ports.ts';

const tokens = {
  serviceToken: 'service-token-of-the-tests-0123456789',
  operatorToken: 'operator-token-of-the-tests-012345678',
};
/** Often enough that a test need not wait. */
const KEY_REFRESH_SECONDS = 0.1;

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
  /** Lets time pass for what is kept for a while only. */
  passEphemeral(seconds: number): Promise<void>;
  /** What the OAuth service has recorded, the latest last. */
  auditEvents(): Promise<AuditRow[]>;
  /** The client ids whose refused requests the OAuth service has kept. */
  clientsOfRefusedRequests(): Promise<string[]>;
  /** Gives the accounts of an address a hash that an earlier release may have made. */
  setPasswordHash(email: string, passwordHash: string): Promise<void>;
  close(): Promise<void>;
};

export type AuditRow = Awaited<ReturnType<Database['client']['auditEvent']['findMany']>>[number];

type PlatformOptions = Pick<
  OauthOptions,
  'upstream' | 'mailer' | 'rates' | 'signInLimits' | 'trustedProxies' | 'firstPartyRedirectUris'
> & {
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
  /** Databases, addresses and a key that outlive it. */
  kept?: KeptPlatform;
  /** The built console, which the registry then serves. */
  consoleFolder?: string;
};

type KeptPlatform = {
  open(service: 'registry' | 'oauth'): Promise<DatabaseConnection>;
  port: number;
  oauthPort: number;
  keysEncryptionKey: string;
};

export async function startPlatform(options: PlatformOptions = {}): Promise<Platform> {
  const now = { value: () => new Date() };
  const clock = () => now.value();
  const logLines: string[] = [];
  const logger = createLogger('test', 'info', { write: (line) => void logLines.push(line) });
  const { kept = await fresh(), host = '127.0.0.1' } = options;
  const authority = host === '::1' ? `[${host}]` : host;
  const { port, oauthPort } = kept;
  const baseUrl = `http://${authority}:${port}`;
  const oauthUrl = `${options.isBehindTls ? 'https' : 'http'}://${authority}:${oauthPort}`;

  const registryTelemetry = await openTelemetry('registry');
  const registryConnection = await kept.open('registry');
  registerPoolGauge(registryTelemetry.metrics, registryConnection);
  const registryDatabase = openRegistryDatabase(registryConnection);
  const oauthInternalPort = await freePort();
  const oauthInternalUrl = `http://${authority}:${oauthInternalPort}`;
  const registry = createRegistry({
    database: registryDatabase,
    clock,
    logger,
    telemetry: registryTelemetry,
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
      internalUrl: oauthInternalUrl,
      keyReloadSeconds: KEY_REFRESH_SECONDS,
    },
    ...(options.consoleFolder && { console: { folder: options.consoleFolder, baseUrl, oauthUrl } }),
  });
  const listeners: Listener[] = [await listen(registry.publicApp, { host, port })];
  const internal = await listen(registry.internalApp, { host, port: 0 });
  const registryInternalUrl = `http://${authority}:${internal.port}`;

  const { aroundDatabase = (connection) => connection } = options;
  const telemetry = await openTelemetry('oauth');
  const connection = aroundDatabase(await kept.open('oauth'));
  registerPoolGauge(telemetry.metrics, connection);
  const database = new Database(connection);
  const { serviceToken } = tokens;
  const calls = new InternalCalls(telemetry);
  const client = new RegistryClient({ baseUrl: registryInternalUrl, serviceToken, calls });
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
  listeners.push(await listen(oauth.publicApp, { host, port: oauthPort }));
  const oauthInternal = await listen(oauth.internalApp, { host, port: oauthInternalPort });
  listeners.push(internal, oauthInternal);
  await registry.start();
  oauth.start();

  return {
    baseUrl,
    oauthUrl,
    registryInternalUrl,
    oauthInternalUrl,
    operatorToken: tokens.operatorToken,
    now,
    logLines,
    passEphemeral: ephemeral.pass,
    auditEvents: () => database.client.auditEvent.findMany({ orderBy: { id: 'asc' } }),
    clientsOfRefusedRequests: async () => {
      const kept = await database.client.refusedRequest.findMany({ distinct: ['clientId'] });
      return kept.map(({ clientId }) => clientId);
    },
    setPasswordHash: async (email, passwordHash) => {
      await database.client.account.updateMany({ where: { email }, data: { passwordHash } });
    },
    close: async () => {
      await Promise.all(listeners.map((listener) => listener.close()));
      await oauth.stop();
      await client.close();
      await ephemeral.store.close();
      await registry.stop();
      await registryDatabase.close();
      await database.close();
    },
  };
}

async function fresh(): Promise<KeptPlatform> {
  return {
    open: openTestDatabase,
    port: await freePort(),
    oauthPort: await freePort(),
    keysEncryptionKey: randomBytes(32).toString('base64url'),
  };
}
