import type { Clock, Logger } from '@app-platform/service-kit';
import type { Database } from './database/database.ts';

/** What the registry is built from. */
export type Dependencies = {
  database: Database;
  clock: Clock;
  logger: Logger;
};
