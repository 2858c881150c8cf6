import type { Clock, Logger } from '@app-platform/runtime';
import type { PublicApps } from './apps/public-name-problems.ts';
import type { DirectorySearch } from './apps/search-directory.ts';
import type { CredentialCache } from './authentication/credential-cache.ts';
import type { ResponseCache } from './cache/response-cache.ts';
import type { OauthClient } from './oauth-client/oauth-client.ts';
import type { RegistryDatabase } from './stores.ts';
import type { WebhookSettings } from './webhooks/webhook-settings.ts';

/** The parts that the routes and domain functions use. */
export type Dependencies = {
  database: RegistryDatabase;
  clock: Clock;
  /** This service's public address. */
  baseUrl?: string;
  /** The OAuth service's public address, where there is one. */
  oauthUrl?: string;
  logger: Logger;
  directory: DirectorySearch;
  responses: ResponseCache;
  credentials: CredentialCache;
  webhooks: WebhookSettings;
  /** Whose apps may be public; anyone's where it is left out. */
  publicApps?: PublicApps;
  /** Left out where there is no OAuth service. */
  oauthClient?: OauthClient;
};
