import type { Clock, Logger } from '@app-platform/service-kit';
import type { Database } from './database/database.ts';
import type { Changes } from './memory/changes.ts';
import type { OauthClient } from './oauth-client/oauth-client.ts';

/** What the registry is built from. */
export type Dependencies = {
  database: Database;
  clock: Clock;
  logger: Logger;
  /** What was changed lately, and must be read again. */
  changes: Changes;
  /** Left out where there is no OAuth service. */
  oauthClient?: OauthClient;
};
