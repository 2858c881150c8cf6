import { type Logger, QueueWorker } from '@app-platform/runtime';
import { type RemovalDependencies, removeSome } from './remove-organization.ts';

/** Removes the rows of organizations that are being deleted. */
export function organizationRemoval({
  logger,
  ...dependencies
}: RemovalDependencies & { logger: Logger }) {
  return new QueueWorker({
    queue: dependencies.database.deletions.queue,
    step: ({ organizationId }) => removeSome(dependencies, organizationId),
    failure: 'organization not deleted yet',
    ...{ clock: dependencies.clock, logger },
  });
}
