import type { GrantRevocationRequest } from '@app-platform/contracts';
import type { Clock, Logger } from '@app-platform/runtime';
import type { EndedAccess, EndedAccessStore } from '../ended-access-store.ts';

const POLL_MILLISECONDS = 5_000;
/** Longer than a call of the OAuth service takes. */
const LEASE_MILLISECONDS = 30_000;

export type AccessEndingOptions = {
  database: {
    endedAccess: EndedAccessStore;
    onEndedAccess(listener: () => void): void;
  };
  /** @returns whether grants are left */
  revokeGrants: (request: GrantRevocationRequest) => Promise<boolean>;
  clock: Clock;
  logger: Logger;
  pollMilliseconds?: number;
};

/**
 * Removes the grants of ended installations at the OAuth service, so that they are not stored for ever.
 * Both services refuse them from the end of the installation on. A replica that ends in the middle, and
 * a call that fails, is followed by another one when the lease has ended.
 */
export class AccessEnding {
  readonly #options: AccessEndingOptions;
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<void> | undefined;
  #isRunRequested = false;
  #isStopping = false;
  #waiting = 0;

  constructor(options: AccessEndingOptions) {
    this.#options = options;
    options.database.onEndedAccess(() => this.wake());
  }

  /** How many installations waited after the last run. */
  get waiting(): number {
    return this.#waiting;
  }

  start(): void {
    const { pollMilliseconds = POLL_MILLISECONDS } = this.#options;
    this.#isStopping = false;
    this.#timer ??= setInterval(() => this.wake(), pollMilliseconds).unref();
  }

  /** Resolves when no statement and no call is under way. */
  async stop(): Promise<void> {
    this.#isStopping = true;
    clearInterval(this.#timer);
    this.#timer = undefined;
    await this.#running;
  }

  /** Removes what is due now, rather than at the next poll. Nothing before the start. */
  wake(): void {
    if (!this.#timer) return;
    this.#isRunRequested = true;
    this.#running ??= this.#runWhileRequested().finally(() => {
      this.#running = undefined;
    });
  }

  async #runWhileRequested(): Promise<void> {
    while (this.#isRunRequested && !this.#isStopping) {
      this.#isRunRequested = false;
      await this.run();
    }
  }

  /**
   * Removes all that is due, one installation after the other, until a call fails: the next call would
   * fail too where the OAuth service is away.
   */
  async run(): Promise<void> {
    const { database, logger } = this.#options;
    try {
      let claimed = await this.#claim();
      while (claimed && (await this.#end(claimed))) claimed = await this.#claim();
      this.#waiting = await database.endedAccess.count();
    } catch (error) {
      logger.warn({ err: error }, 'grants of ended installations not removed');
    }
  }

  async #claim(): Promise<EndedAccess | undefined> {
    if (this.#isStopping) return undefined;
    const { database, clock } = this.#options;
    const now = clock();
    return database.endedAccess.claim(now, new Date(now.getTime() + LEASE_MILLISECONDS));
  }

  /** @returns whether its grants are removed */
  async #end({ id, ...ended }: EndedAccess): Promise<boolean> {
    const { database, revokeGrants, logger } = this.#options;
    try {
      let isLeft = true;
      while (isLeft && !this.#isStopping) isLeft = await revokeGrants(ended);
      if (!isLeft) await database.endedAccess.remove(id);
      return !isLeft;
    } catch (error) {
      const { organizationId, clientId } = ended;
      logger.warn(
        { err: error, organizationId, clientId },
        'grants not revoked at the OAuth service',
      );
      return false;
    }
  }
}
