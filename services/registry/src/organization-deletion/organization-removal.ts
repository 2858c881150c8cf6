import { type Logger, QueueWorker } from '@app-platform/runtime';
import type { Deletion } from './deletion-store.ts';
import { type RemovalDependencies, removeSome } from './remove-organization.ts';

/** Removes the rows of organizations that are being deleted. The last step removes the entry of the queue. */
export function organizationRemoval({
  logger,
  ...dependencies
}: RemovalDependencies & { logger: Logger }): QueueWorker<Deletion> {
  const { database, clock } = dependencies;
  const { deletions } = database;
  return new QueueWorker<Deletion>({
    queue: {
      claim: (now, leaseEnd) => deletions.claim(now, leaseEnd),
      count: () => deletions.count(),
      remove: async () => undefined,
    },
    step: ({ organizationId }) => removeSome(dependencies, organizationId),
    failure: 'organization not deleted yet',
    ...{ clock, logger },
  });
}
