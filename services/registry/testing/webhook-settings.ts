import { randomBytes } from 'node:crypto';
import { KeyEncryption } from '@app-platform/runtime';
import type { DeliverySettings } from '../src/webhooks/webhook-delivery.ts';

/** Settings of a registry in a test, which sends deliveries to loopback addresses and resolves no name. */
export function webhookSettings(): DeliverySettings {
  const key = randomBytes(32).toString('base64url');
  const encryption = new KeyEncryption(key, undefined, 'webhook secrets');
  return { encryption, allowsLoopback: true, resolve: async () => [] };
}
