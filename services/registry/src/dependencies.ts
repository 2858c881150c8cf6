import type { Logger } from '@app-platform/service-kit';
import type { Clock } from './clock.ts';
import type { Database } from './database/database.ts';

/** What the registry is built from. */
export type Dependencies = {
  database: Database;
  clock: Clock;
  logger: Logger;
};
