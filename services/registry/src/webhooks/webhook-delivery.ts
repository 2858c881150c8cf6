import type { Logger, ServiceMetrics } from '@app-platform/runtime';
import type { Database } from '../database/database.ts';
import type { RegistryActivity } from '../usage/activity-store.ts';
import type { RegistryUsage } from '../usage/usage-store.ts';
import type { WebhookSettings } from './change-webhook.ts';
import type { WebhookStores } from './delivery-log-store.ts';
import { Dispatcher } from './dispatcher.ts';
import { dnsResolver, type ResolveHost } from './public-address.ts';
import { WebhookUpkeep, webhookMetrics } from './webhook-upkeep.ts';

const TIMEOUT_MILLISECONDS = 10_000;

/** How deliveries are sent. */
export type DeliverySettings = WebhookSettings & {
  /** The name servers of this machine where it is left out. */
  resolve?: ResolveHost;
  timeoutMilliseconds?: number;
  retryPauses?: readonly number[];
  leaseSeconds?: number;
  pollMilliseconds?: number;
  /** How long attempts may take to end when the process stops. */
  stopMilliseconds?: number;
};

export type WebhookDeliveryOptions = {
  database: Database<WebhookStores> & { onDeliveries(listener: () => void): void };
  logger: Logger;
  metrics: ServiceMetrics;
  usage: RegistryUsage;
  activity: RegistryActivity;
  settings: DeliverySettings;
};

/** Background tasks: sends deliveries, and measures how late they are. */
export type WebhookDelivery = { start(): void; stop(): Promise<void> };

export function webhookDelivery(options: WebhookDeliveryOptions): WebhookDelivery {
  const { database, logger, settings } = options;
  const { encryption, allowsLoopback, ...timing } = settings;
  const { resolve = dnsResolver(), timeoutMilliseconds = TIMEOUT_MILLISECONDS } = settings;
  const metrics = webhookMetrics(options.metrics);
  const sending = { resolve, allowsLoopback, timeoutMilliseconds };
  const common = { database, logger, metrics, encryption };
  const { usage, activity } = options;
  const dispatcher = new Dispatcher({ ...common, usage, activity, sending, ...timing });
  const upkeep = new WebhookUpkeep(common);
  database.onDeliveries(() => dispatcher.wake());
  return {
    start: () => {
      dispatcher.start();
      upkeep.start();
    },
    stop: async () => {
      await Promise.all([dispatcher.stop(), upkeep.stop()]);
    },
  };
}
