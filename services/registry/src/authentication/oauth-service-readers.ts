import type { InternalTokens } from '@app-platform/http-api';
import {
  type Clock,
  InternalCalls,
  type Logger,
  readGauge,
  type Telemetry,
} from '@app-platform/runtime';
import type { RedisConnection } from '@app-platform/runtime/redis';
import { OauthClient } from '../oauth-client/oauth-client.ts';
import type { RegistryActivity } from '../usage/activity-store.ts';
import type { AuthenticationDependencies } from './authenticate.ts';
import type { CredentialCache } from './credential-cache.ts';
import type { CredentialStore } from './credential-store.ts';
import { DpopProofs, UsedProofs } from './dpop-proof.ts';
import type { LastUseRecorder } from './last-use.ts';
import { PublishedKeys } from './published-keys.ts';
import { RevocationList } from './revocation-list.ts';

export type OauthOptions = {
  /** The OAuth service's public address. */
  issuer: string;
  /** This service's public address. */
  audience: string;
  /** The OAuth service's internal address: its keys and revocations are read there. */
  internalUrl: string;
  /** How often its keys are read anew. */
  keyReloadSeconds?: number;
  /** How long an answer to a call may take. */
  timeoutMilliseconds?: number;
};

type Options = {
  database: { credentials: CredentialStore };
  clock: Clock;
  logger: Logger;
  tokens: InternalTokens;
  telemetry: Telemetry;
  redis?: RedisConnection;
  oauth?: OauthOptions;
};

/** Reads the keys and revocations of the OAuth service at intervals. */
export type OauthReaders = {
  options: OauthOptions;
  client: OauthClient;
  keys: PublishedKeys;
  revocations: RevocationList;
};

/** @returns nothing where there is no OAuth service */
export function readOauthService(
  { oauth, tokens, telemetry, clock, logger }: Options,
  credentials: CredentialCache,
): OauthReaders | undefined {
  if (!oauth) return undefined;
  const { internalUrl, keyReloadSeconds, timeoutMilliseconds } = oauth;
  const calls = new InternalCalls(telemetry);
  const { serviceToken } = tokens;
  const timeout = timeoutMilliseconds !== undefined && { timeoutMilliseconds };
  const client = new OauthClient({ baseUrl: internalUrl, serviceToken, calls, ...timeout });
  const onRead = () => credentials.invalidateTokens();
  const reload = keyReloadSeconds !== undefined && { reloadSeconds: keyReloadSeconds };
  return {
    options: oauth,
    client,
    keys: new PublishedKeys({ oauthInternalUrl: internalUrl, logger, calls, onRead, ...reload }),
    revocations: new RevocationList({ oauthClient: client, clock, logger }),
  };
}

/** Without the OAuth service no access token is valid. */
export function authenticationDependencies(
  { database, clock, redis }: Options,
  cache: CredentialCache,
  lastUse: LastUseRecorder,
  oauth: OauthReaders | undefined,
  activity: RegistryActivity,
): AuthenticationDependencies {
  const checked = { credentials: database.credentials, cache, clock };
  if (!oauth) return { ...checked, lastUse };
  const { issuer, audience } = oauth.options;
  const { keys, revocations } = oauth;
  const proofs = new DpopProofs(clock, new UsedProofs(clock, redis));
  const checks = { keys: keys.find, revocations, proofs, activity };
  const accessTokens = { ...checked, ...checks, issuer, audience };
  return { ...checked, lastUse, accessTokens };
}

/** State read from the OAuth service; undefined without one. */
type OauthState = { keys: PublishedKeys; revocations: RevocationList } | undefined;

/** Registers the size and the age of the registry's in-memory state. */
export function registerGauges(
  { metrics }: Telemetry,
  lastUse: LastUseRecorder,
  oauth: OauthState,
): void {
  readGauge(metrics, {
    name: 'registry_last_use_pending',
    help: 'API keys whose last use is not yet stored.',
    read: () => lastUse.pending,
  });
  if (!oauth) return;
  const { keys, revocations } = oauth;
  readGauge(metrics, {
    name: 'registry_revocation_feed_age_seconds',
    help: 'Time since the last successful read of the revocation feed.',
    read: () => revocations.ageSeconds,
  });
  readGauge(metrics, {
    name: 'registry_revocation_list_entries',
    help: 'Revocations held, of access tokens that have not expired.',
    read: () => revocations.size,
  });
  readGauge(metrics, {
    name: 'registry_published_keys_age_seconds',
    help: 'Time since the last read of the keys that verify access tokens.',
    read: () => keys.ageSeconds,
  });
}
