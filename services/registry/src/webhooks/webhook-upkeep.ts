import {
  type KeyEncryption,
  type Logger,
  readGauge,
  type ServiceMetrics,
} from '@app-platform/runtime';
import { Counter } from 'prom-client';
import type { Database } from '../database/database.ts';
import type { WebhookStores } from './delivery-log-store.ts';

/** `retried`: the attempt failed and another one follows; `failed`: it was the last one. */
const outcomes = ['delivered', 'retried', 'failed'] as const;

export type WebhookMetrics = {
  count(outcome: (typeof outcomes)[number]): void;
  setOldestDueSeconds(seconds: number): void;
};

/** Counts attempts by outcome, and shows how late deliveries are. */
export function webhookMetrics(metrics: ServiceMetrics): WebhookMetrics {
  const counter = new Counter({
    name: 'registry_webhook_attempts_total',
    help: 'Attempts to deliver an event to a webhook, by outcome.',
    labelNames: ['outcome'],
    registers: [metrics.register],
  });
  // Starts at zero, so that Prometheus sees the first one as an increase.
  for (const outcome of outcomes) counter.inc({ outcome }, 0);
  let oldestDueSeconds = 0;
  readGauge(metrics, {
    name: 'registry_webhook_oldest_due_seconds',
    help: 'How long the oldest webhook delivery that no replica has claimed is due.',
    read: () => oldestDueSeconds,
  });
  return {
    count: (outcome) => counter.inc({ outcome }),
    setOldestDueSeconds: (seconds) => {
      oldestDueSeconds = seconds;
    },
  };
}

const INTERVAL_MILLISECONDS = 30_000;

export type UpkeepOptions = {
  database: Database<Pick<WebhookStores, 'deliveries' | 'webhooks'>>;
  metrics: Pick<WebhookMetrics, 'setOldestDueSeconds'>;
  encryption: KeyEncryption;
  logger: Logger;
};

/** Measures how late deliveries are, and encrypts secrets again while the key is changed. */
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
      await renewWebhookSecrets(database, encryption);
    } catch (error) {
      // The next run does the same.
      logger.warn({ err: error }, 'webhook upkeep failed');
    }
  }
}

const SECRETS_AT_ONCE = 100;

/** Encrypts the secrets again that are encrypted under the second key, while the key is changed. */
async function renewWebhookSecrets(
  database: Database<Pick<WebhookStores, 'webhooks'>>,
  encryption: KeyEncryption,
): Promise<void> {
  if (!encryption.isChanging) return;
  let after: string | undefined;
  do {
    after = await database.transaction(async ({ webhooks }) => {
      const found = await webhooks.listSecrets(after, SECRETS_AT_ONCE);
      for (const { id, ...kept } of found) {
        const secret = encryption.renew(kept.secret);
        const previousSecret = kept.previousSecret && encryption.renew(kept.previousSecret);
        if (!secret && !previousSecret) continue;
        await webhooks.setSecrets(id, {
          secret: secret ?? kept.secret,
          previousSecret: previousSecret ?? kept.previousSecret,
        });
      }
      return found.at(-1)?.id;
    });
  } while (after !== undefined);
}
