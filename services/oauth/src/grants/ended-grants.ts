import { type EndedGrants, formatEndedGrants } from '@app-platform/contracts';
import { type Clock, type Logger, QueueWorker } from '@app-platform/runtime';
import type { Database } from '../database/database.ts';
import type { EndedGrantsStores } from './ended-grants-store.ts';
import type { RevocationStores } from './revocation-store.ts';

/** Ends the grants of a user or an app with their tokens and consents, by two rows however many there are. */
export async function endGrantsOf(
  { endedGrants, revocations }: EndedGrantsStores & RevocationStores,
  grants: EndedGrants,
  now: Date,
): Promise<void> {
  const until = await endedGrants.add(grants, now);
  await revocations.addEndedGrants(formatEndedGrants(grants), until);
}

export type EndedGrantsOptions = {
  database: Database<EndedGrantsStores>;
  clock: Clock;
  logger: Logger;
};

/** Removes ended grants and consents. They are void from the commit that ended them. */
export function endedGrantsWorker({ database, clock, logger }: EndedGrantsOptions) {
  return new QueueWorker({
    queue: database.endedGrants.queue,
    step: (end) =>
      database.transaction(async ({ endedGrants }) => {
        const grants = await endedGrants.removeSomeGrants(end);
        return grants > 0 || (await endedGrants.removeSomeConsents(end)) > 0;
      }),
    failure: 'ended grants not removed',
    ...{ clock, logger },
  });
}
