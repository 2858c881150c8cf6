import { randomUUID } from 'node:crypto';
import type { KeyEncryption, Logger } from '@app-platform/runtime';
import type { AuditStores } from '../audit/audit-store.ts';
import type { Database } from '../database/database.ts';
import type { RegistryActivity } from '../usage/activity-store.ts';
import type { RegistryUsage } from '../usage/usage-store.ts';
import { type AttemptResult, attemptDelivery, TEST_EVENT_TYPE } from './attempt-delivery.ts';
import type { ClaimedDelivery, DeliveryStore } from './delivery-store.ts';
import { retryPausesMilliseconds } from './retry-schedule.ts';
import type { Sending } from './send-delivery.ts';
import { SlowReceivers } from './slow-receivers.ts';
import type { WebhookMetrics } from './webhook-upkeep.ts';

type DeliveryStores = AuditStores & { deliveries: DeliveryStore };

export type DispatcherOptions = {
  database: Database<DeliveryStores>;
  logger: Logger;
  metrics: WebhookMetrics;
  usage: RegistryUsage;
  activity: RegistryActivity;
  encryption: KeyEncryption;
  sending: Sending;
  retryPauses?: readonly number[];
  pollMilliseconds?: number;
  leaseSeconds?: number;
  stopMilliseconds?: number;
};

const POLL_MILLISECONDS = 1_000;
/** Longer than an attempt and its recording take together. */
const LEASE_SECONDS = 30;
const MOST_OF_WEBHOOK = 4n;
const STOP_MILLISECONDS = 3_000;

type Claimed = { delivery: ClaimedDelivery; claim: string; isSlow: boolean };

/**
 * Sends the deliveries that are due. Each replica has one; a delivery is claimed by one at a time, and
 * comes back when the lease of its claim ends.
 */
export class Dispatcher {
  readonly #options: DispatcherOptions;
  readonly #running = new Map<Promise<void>, Claimed>();
  readonly #slow: SlowReceivers;
  #isRunning = false;
  #stopping = new AbortController();
  #loop: Promise<void> = Promise.resolve();
  #wake = Promise.withResolvers<void>();

  constructor(options: DispatcherOptions) {
    this.#options = options;
    this.#slow = new SlowReceivers(options.sending.timeoutMilliseconds);
  }

  start(): void {
    if (this.#isRunning) return;
    this.#isRunning = true;
    this.#stopping = new AbortController();
    this.#loop = this.#dispatch(this.#stopping.signal);
  }

  /** Looks for due deliveries now, rather than at the next poll. */
  wake(): void {
    this.#wake.resolve();
  }

  /** Resolves when nothing is sent any more. What is cut off is sent again by another replica. */
  async stop(): Promise<void> {
    this.#isRunning = false;
    this.wake();
    const { stopMilliseconds = STOP_MILLISECONDS } = this.#options;
    const cutOff = setTimeout(() => this.#stopping.abort(), stopMilliseconds);
    await this.#loop;
    await Promise.all(this.#running.keys());
    clearTimeout(cutOff);
  }

  async #dispatch(signal: AbortSignal): Promise<void> {
    while (this.#isRunning) {
      this.#wake = Promise.withResolvers();
      try {
        if ((await this.#claim(signal)) === 0) await this.#pause();
      } catch (error) {
        this.#options.logger.warn({ err: error }, 'webhook deliveries not claimed');
        await this.#pause();
      }
    }
  }

  /** Until the next poll, or until something is to be sent or there is room to send it. */
  async #pause(): Promise<void> {
    if (!this.#isRunning) return;
    const { pollMilliseconds = POLL_MILLISECONDS } = this.#options;
    // Does not keep the process alive.
    const timer = setTimeout(() => this.wake(), pollMilliseconds).unref();
    await this.#wake.promise;
    clearTimeout(timer);
  }

  /** @returns how many deliveries it has begun to send */
  async #claim(signal: AbortSignal): Promise<number> {
    const slow = [...this.#running.values()].filter(({ isSlow }) => isSlow).length;
    let begun = 0;
    for (const places of freePlaces({ slow, others: this.#running.size - slow })) {
      begun += await this.#claimFor(places, signal);
    }
    return begun;
  }

  async #claimFor(places: Places, signal: AbortSignal): Promise<number> {
    const { isSlow, most, mostOfOrganization } = places;
    const slowWebhookIds = this.#slow.webhookIds();
    if (isSlow && slowWebhookIds.length === 0) return 0;
    const { database, leaseSeconds = LEASE_SECONDS } = this.#options;
    const claim = randomUUID();
    const running = [...this.#running.values()].filter((one) => one.isSlow === isSlow);
    const deliveries = await database.deliveries.claim({
      claim,
      webhookIds: running.map(({ delivery }) => delivery.webhookId),
      organizationIds: running.map(({ delivery }) => delivery.organizationId),
      mostOfWebhook: MOST_OF_WEBHOOK,
      mostOfOrganization,
      most: BigInt(most - running.length),
      leaseSeconds,
      slowWebhookIds,
      isSlow,
    });
    for (const delivery of deliveries) this.#run({ delivery, claim, isSlow }, signal);
    return deliveries.length;
  }

  #run(claimed: Claimed, signal: AbortSignal): void {
    const running = this.#deliver(claimed, signal)
      .catch((error) => {
        // The lease ends, and another attempt follows.
        const deliveryId = String(claimed.delivery.id);
        this.#options.logger.warn({ err: error, deliveryId }, 'webhook attempt not recorded');
      })
      .finally(() => {
        this.#running.delete(running);
        this.wake();
      });
    this.#running.set(running, claimed);
  }

  async #deliver({ delivery, claim }: Claimed, signal: AbortSignal): Promise<void> {
    const { database, retryPauses = retryPausesMilliseconds } = this.#options;
    const { encryption, sending } = this.#options;
    const attempting = attemptDelivery(delivery, { encryption, sending, retryPauses, signal });
    const result = await attempting.catch((error) => {
      if (signal.aborted) return undefined;
      throw error;
    });
    const { id, attempts } = delivery;
    if (!result) {
      const again = { status: 'pending', retryMilliseconds: 0 } as const;
      return database.deliveries.record({ id, claim }, attempts, again);
    }
    this.#slow.note(delivery.webhookId, result.attempt);
    await database.deliveries.record({ id, claim }, [...attempts, result.attempt], result);
    this.#report(delivery, result);
    await this.#disableAfter(delivery, result);
  }

  async #disableAfter(delivery: ClaimedDelivery, { isGone, status }: AttemptResult): Promise<void> {
    const { database } = this.#options;
    if (isGone) return disableWebhook(database, delivery, 'gone');
    if (status !== 'failed' || delivery.eventType === TEST_EVENT_TYPE) return;
    await disableWebhook(database, delivery, 'failing');
  }

  /** Without the address, whose path or query may be a secret. */
  #report(delivery: ClaimedDelivery, { attempt, status }: AttemptResult): void {
    const { metrics, logger, usage } = this.#options;
    const { id, webhookId, eventId, organizationId, attempts } = delivery;
    metrics.count(status === 'pending' ? 'retried' : status);
    if (attempts.length === 0) usage.count(organizationId, 'webhookDeliveries');
    usage.count(organizationId, 'webhookAttempts');
    if (status !== 'delivered') usage.count(organizationId, 'webhookFailures');
    this.#countActivity(delivery, status);
    const { responseStatus, durationMilliseconds, error } = attempt;
    const fields = { deliveryId: String(id), webhookId, eventId, status, responseStatus };
    logger.info({ ...fields, durationMilliseconds, error }, 'webhook attempt');
  }

  /** Of the app and the organization that the event is about, whoever receives it. */
  #countActivity(
    { appClientId: clientId, appOrganizationId: organizationId, attempts }: ClaimedDelivery,
    status: AttemptResult['status'],
  ): void {
    if (clientId === null || organizationId === null) return;
    const { activity } = this.#options;
    const app = { organizationId, clientId };
    if (attempts.length === 0) activity.count(app, 'deliveries');
    if (status !== 'delivered') activity.count(app, 'failedDeliveries');
  }
}

/** How many deliveries a replica sends at once, in the places of one kind. */
export type Places = {
  /** Whether they are for receivers that were slow lately, or for all others. */
  isSlow: boolean;
  most: number;
  mostOfOrganization: bigint;
};

const shared: Places = { isSlow: false, most: 32, mostOfOrganization: 8n };
/** Where all shared places are taken, an organization that has none of them gets one here. */
const reserved: Places = { isSlow: false, most: 64, mostOfOrganization: 1n };
const slow: Places = { isSlow: true, most: 8, mostOfOrganization: 1n };

/** The places that may be free. @param running how many deliveries are sent to receivers of each kind */
export function freePlaces(running: { slow: number; others: number }): Places[] {
  const forOthers = running.others < shared.most ? shared : reserved;
  return [
    ...(running.others < forOthers.most ? [forOthers] : []),
    ...(running.slow < slow.most ? [slow] : []),
  ];
}

/** The actor of decisions that the registry itself takes. */
const dispatcher = { kind: 'service', id: 'registry' } as const;

/**
 * Disables the webhook of a delivery whose receiver is gone, or that has failed for good while nothing
 * else succeeded since the delivery began.
 */
async function disableWebhook(
  database: Database<DeliveryStores>,
  { id, webhookId, organizationId, createdAt }: ClaimedDelivery,
  reason: 'gone' | 'failing',
): Promise<void> {
  const since = reason === 'failing' ? createdAt : null;
  await database.transaction(async (stores) => {
    if (!(await stores.deliveries.disable(webhookId, reason, since))) return;
    await stores.audit.record({
      actor: dispatcher,
      action: 'webhook.disabled',
      subject: webhookId,
      organizationId,
      // No request has caused it.
      context: { requestId: `webhook-delivery-${id}`, traceId: null, address: '' },
      after: { reason },
    });
  });
}
