import type { KeyEncryption, Logger } from '@app-platform/runtime';
import type { RegistryDatabase } from '../stores.ts';
import { renewWebhookSecrets } from './renew-secrets.ts';
import type { WebhookMetrics } from './webhook-metrics.ts';

const INTERVAL_MILLISECONDS = 30_000;
/** Few enough that a statement takes milliseconds. */
const BATCH_ROWS = 1_000;

/** How long events, their deliveries and the attempts are kept. */
const EVENT_DAYS = 30;

export type UpkeepOptions = {
  database: Pick<RegistryDatabase, 'deliveries' | 'transaction'>;
  metrics: Pick<WebhookMetrics, 'setOldestDueSeconds'>;
  encryption: KeyEncryption;
  logger: Logger;
};

/**
 * Removes old events in batches, measures how late deliveries are, and encrypts secrets again while
 * the key is changed.
 */
export class WebhookUpkeep {
  readonly #options: UpkeepOptions;
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<void> = Promise.resolve();

  constructor(options: UpkeepOptions) {
    this.#options = options;
  }

  start(): void {
    if (this.#timer) return;
    const tick = () => {
      this.#running = this.#running.then(() => this.run());
    };
    this.#timer = setInterval(tick, INTERVAL_MILLISECONDS);
    this.#timer.unref();
    tick();
  }

  /** Resolves when no statement runs. */
  async stop(): Promise<void> {
    clearInterval(this.#timer);
    this.#timer = undefined;
    await this.#running;
  }

  async run(): Promise<void> {
    const { database, metrics, encryption, logger } = this.#options;
    try {
      metrics.setOldestDueSeconds(await database.deliveries.oldestDueSeconds());
      const removed = await database.deliveries.removeOldEvents(EVENT_DAYS, BATCH_ROWS);
      await renewWebhookSecrets(database, encryption);
      if (removed > 0) logger.info({ removed }, 'old webhook events removed');
    } catch (error) {
      // The next run does the same.
      logger.warn({ err: error }, 'webhook upkeep failed');
    }
  }
}
