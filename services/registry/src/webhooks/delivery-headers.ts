import { createHmac } from 'node:crypto';

export type SignedMessage = {
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
export function deliveryHeaders({ id, at, payload, keys }: SignedMessage): Record<string, string> {
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
