import type { Logger } from '@app-platform/runtime';
import { bulkhead, ConstantBackoff, handleWhenResult, retry, wrap } from 'cockatiel';

/** @returns whether the mail server has taken the mail */
export type MailJob = () => Promise<boolean>;

export type MailQueueOptions = {
  /** How long it waits before another attempt. */
  pauseMilliseconds?: number;
  /** How many mails wait at most. */
  mostWaiting?: number;
};

const SENT_AT_ONCE = 2;
const MOST_WAITING = 500;
const FURTHER_ATTEMPTS = 2;
const PAUSE_MILLISECONDS = 2_000;

/**
 * Sends mails in the background: a request neither waits for the mail server nor fails with it. The mails
 * are in memory alone, since a database must not hold the links in them.
 */
export class MailQueue {
  readonly #logger: Logger;
  readonly #policy;
  readonly #stopping = new AbortController();
  readonly #pending = new Set<Promise<void>>();

  constructor(
    logger: Logger,
    { pauseMilliseconds = PAUSE_MILLISECONDS, mostWaiting = MOST_WAITING }: MailQueueOptions = {},
  ) {
    this.#logger = logger;
    this.#policy = wrap(
      bulkhead(SENT_AT_ONCE, mostWaiting),
      retry(
        handleWhenResult((isSent) => isSent === false),
        { maxAttempts: FURTHER_ATTEMPTS, backoff: new ConstantBackoff(pauseMilliseconds) },
      ),
    );
  }

  /** A mail that is not sent is logged, without its text. */
  add(job: MailJob): void {
    const handled = this.#run(job).finally(() => this.#pending.delete(handled));
    this.#pending.add(handled);
  }

  async #run(job: MailJob): Promise<void> {
    try {
      const { signal } = this.#stopping;
      const isSent = await this.#policy.execute(job, signal);
      if (!isSent) this.#logger.error('mail dropped: the mail server did not take it');
    } catch (error) {
      this.#logger.error({ err: error }, 'mail dropped');
    }
  }

  /** Finishes the mails in transit and drops those that wait. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    await Promise.all(this.#pending);
  }
}
