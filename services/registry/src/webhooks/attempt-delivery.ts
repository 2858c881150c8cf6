import type { KeyEncryption } from '@app-platform/runtime';
import { deliveryHeaders } from './delivery-headers.ts';
import type { Attempt, AttemptOutcome, ClaimedDelivery } from './delivery-store.ts';
import { retryPause } from './retry-schedule.ts';
import { DeliveryError, type Sending, sendDelivery } from './send-delivery.ts';
import { secretBytes } from './webhook-secret.ts';

/** An event of this type tests a webhook: it is sent once, and its failure disables nothing. */
export const TEST_EVENT_TYPE = 'webhook.test';

/** RFC 9110, section 15.5.11: the receiver wants no more. */
const GONE = 410;

export type AttemptOptions = {
  encryption: KeyEncryption;
  sending: Sending;
  /** The pauses between attempts. */
  retryPauses: readonly number[];
  signal: AbortSignal;
};

export type AttemptResult = AttemptOutcome & { attempt: Attempt; isGone: boolean };

/** Sends a delivery once. @throws the reason of the signal where that has ended it */
export async function attemptDelivery(
  delivery: ClaimedDelivery,
  { encryption, sending, retryPauses, signal }: AttemptOptions,
): Promise<AttemptResult> {
  const { eventId, url, payload, now } = delivery;
  const startedAt = performance.now();
  let responseStatus: number | null = null;
  let error: string | null;
  try {
    const keys = signingKeys(delivery, encryption);
    const headers = deliveryHeaders({ id: eventId, at: now, payload, keys });
    responseStatus = await sendDelivery({ url, payload, headers }, sending, signal);
    error = refusalOf(responseStatus);
  } catch (cause) {
    if (!(cause instanceof DeliveryError)) throw cause;
    error = cause.message;
  }
  const durationMilliseconds = Math.round(performance.now() - startedAt);
  const attempt = { at: now.toISOString(), durationMilliseconds, responseStatus, error };
  if (error === null) {
    return { attempt, isGone: false, status: 'delivered', retryMilliseconds: null };
  }
  const isGone = responseStatus === GONE;
  const isLast = isGone || delivery.eventType === TEST_EVENT_TYPE;
  const pause = isLast
    ? null
    : retryPause(delivery.attempts.length + 1, Math.random(), retryPauses);
  const status = pause === null ? 'failed' : 'pending';
  return { attempt, isGone, status, retryMilliseconds: pause };
}

/** Until its owner generates a secret, a webhook has one that nobody is told. */
function signingKeys(
  { webhookId, secret, previousSecret }: ClaimedDelivery,
  encryption: KeyEncryption,
): Buffer[] {
  if (!secret) return [encryption.derive(`webhook ${webhookId}`)[0]];
  const secrets = previousSecret ? [secret, previousSecret] : [secret];
  return secrets.map((encrypted) => secretBytes(encryption.decrypt(encrypted)));
}

/** @returns null for a success */
function refusalOf(status: number): string | null {
  if (status >= 200 && status < 300) return null;
  if (status >= 300 && status < 400) {
    return `The receiver answered ${status}. Redirects are not followed: use the final address.`;
  }
  return `The receiver answered ${status}.`;
}
