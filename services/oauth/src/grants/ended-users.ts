import { type Clock, type Logger, QueueWorker } from '@app-platform/runtime';
import type { Database } from '../database/database.ts';
import type { EndedUserStores } from './ended-user-store.ts';
import type { RevocationStores } from './revocation-store.ts';

/** Ends every grant of a user with its tokens, by the same few rows however many there are. */
export async function endGrantsOfUser(
  { endedUsers, revocations }: EndedUserStores & RevocationStores,
  accountId: string,
  now: Date,
): Promise<void> {
  const version = await endedUsers.add(accountId, now);
  await revocations.addRoles({ accountId, version }, []);
}

export type EndedUsersOptions = {
  database: Database<EndedUserStores>;
  clock: Clock;
  logger: Logger;
};

/** Removes the grants of users whose access has ended. They are refused from the commit that ended it. */
export function endedUsersWorker({ database, clock, logger }: EndedUsersOptions) {
  return new QueueWorker({
    queue: database.endedUsers.queue,
    step: async (user) => {
      const removed = await database.transaction(({ endedUsers }) =>
        endedUsers.removeSomeGrants(user),
      );
      if (removed === 0) await database.endedUsers.removeConsents(user);
      return removed > 0;
    },
    failure: 'grants of an ended user not removed',
    ...{ clock, logger },
  });
}
