import type { GrantRevocationRequest } from '@app-platform/contracts';
import { type Clock, type Logger, QueueWorker } from '@app-platform/runtime';
import type { EndedAccessStore } from '../ended-access-store.ts';

export type AccessEndingOptions = {
  database: {
    endedAccess: EndedAccessStore;
    onEndedAccess(listener: () => void): void;
  };
  /** @returns whether grants are left */
  revokeGrants: (request: GrantRevocationRequest) => Promise<boolean>;
  clock: Clock;
  logger: Logger;
};

/**
 * Removes the grants of ended installations at the OAuth service, so that they are not stored for ever.
 * Both services refuse them from the end of the installation on.
 */
export function accessEnding({ database, revokeGrants, clock, logger }: AccessEndingOptions) {
  const worker = new QueueWorker({
    queue: database.endedAccess.queue,
    step: ({ organizationId, clientId, installedSince }) =>
      revokeGrants({ organizationId, clientId, installedSince: installedSince.toISOString() }),
    failure: 'grants not revoked at the OAuth service',
    ...{ clock, logger },
  });
  database.onEndedAccess(() => worker.wake());
  return worker;
}
