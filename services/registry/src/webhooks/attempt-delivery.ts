import { createHmac } from 'node:crypto';
import type { KeyEncryption } from '@app-platform/runtime';
import { secretBytes } from '../events/webhook-secret.ts';
import type { Attempt, AttemptOutcome, ClaimedDelivery } from './delivery-store.ts';
import { requestedPause, retryPause } from './retry-schedule.ts';
import { DeliveryError, type Sending, sendDelivery } from './send-delivery.ts';

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
  let retryAfter: string | undefined;
  let error: string | null;
  try {
    const keys = signingKeys(delivery, encryption);
    const headers = deliveryHeaders({ id: eventId, at: now, payload, keys });
    const response = await sendDelivery({ url, payload, headers }, sending, signal);
    ({ status: responseStatus, retryAfter } = response);
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
  if (pause === null) return { attempt, isGone, status: 'failed', retryMilliseconds: null };
  const answeredAt = new Date(now.getTime() + durationMilliseconds);
  const requested = requestedPause(responseStatus, retryAfter, answeredAt);
  const retryMilliseconds = Math.max(pause, requested);
  return { attempt, isGone, status: 'pending', retryMilliseconds };
}

/** Until its owner generates a secret, a webhook signs with a derived key. */
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

type SignedMessage = {
  /** The same at each attempt, so that receivers recognize a repetition. */
  id: string;
  /** Of the attempt. */
  at: Date;
  payload: string;
  /** Each signs, so that receivers can change from one to the other. */
  keys: readonly Buffer[];
};

/**
 * The headers of a delivery.
 * https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md
 */
function deliveryHeaders({ id, at, payload, keys }: SignedMessage): Record<string, string> {
  const timestamp = String(Math.floor(at.getTime() / 1000));
  const signatures = keys.map((key) => {
    const digest = createHmac('sha256', key).update(`${id}.${timestamp}.${payload}`);
    return `v1,${digest.digest('base64')}`;
  });
  return {
    'content-type': 'application/json',
    'content-length': String(Buffer.byteLength(payload)),
    'user-agent': 'app-platform-webhooks',
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': signatures.join(' '),
  };
}
