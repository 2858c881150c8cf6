import { setTimeout as wait } from 'node:timers/promises';
import type { Logger } from '@app-platform/runtime';
import { type RemovalDependencies, removeSome } from './remove-organization.ts';

const POLL_MILLISECONDS = 2_000;
/** How long a replica goes on with one organization before another one has its turn. */
const TURN_MILLISECONDS = 20_000;
/** Longer than a turn and its last step. */
const LEASE_MILLISECONDS = 60_000;
/** Between steps, so that a large organization leaves the database to requests. */
const PAUSE_MILLISECONDS = 20;

export type RemovalOptions = RemovalDependencies & {
  logger: Logger;
  pollMilliseconds?: number;
};

/**
 * Removes the rows of organizations that are being deleted. A replica that ends in the middle, and a step
 * that fails, is followed by another one when the lease has ended.
 */
export class OrganizationRemoval {
  readonly #options: RemovalOptions;
  #stopping = new AbortController();
  #loop: Promise<void> = Promise.resolve();

  constructor(options: RemovalOptions) {
    this.#options = options;
  }

  start(): void {
    this.#stopping = new AbortController();
    this.#loop = this.#repeat(this.#stopping.signal);
  }

  /** Resolves when no statement and no call is under way. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#loop;
  }

  async #repeat(signal: AbortSignal): Promise<void> {
    const { pollMilliseconds = POLL_MILLISECONDS } = this.#options;
    while (!signal.aborted) {
      await this.run();
      await pause(pollMilliseconds, signal);
    }
  }

  /** Goes on with one organization that is due, until it is deleted or its turn ends. */
  async run(): Promise<void> {
    const { database, clock, logger } = this.#options;
    const { signal } = this.#stopping;
    try {
      const now = clock();
      const leaseEnd = new Date(now.getTime() + LEASE_MILLISECONDS);
      const claimed = await database.deletions.claim(now, leaseEnd);
      if (!claimed) return;
      const { organizationId } = claimed;
      const end = performance.now() + TURN_MILLISECONDS;
      let isLeft = true;
      while (isLeft && performance.now() < end && !signal.aborted) {
        isLeft = await removeSome(this.#options, organizationId);
        if (isLeft) await pause(PAUSE_MILLISECONDS, signal);
      }
      if (isLeft) await database.deletions.postpone(organizationId, clock());
      else logger.info({ organizationId }, 'organization deleted');
    } catch (error) {
      logger.warn({ err: error }, 'organization not deleted yet');
    }
  }
}

/** Ends early, without an error, when it is aborted. Does not keep the process alive. */
async function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  await wait(milliseconds, undefined, { ref: false, signal }).catch(() => undefined);
}
