import { timingSafeEqual } from 'node:crypto';
import type { Clock } from '@app-platform/service-kit';
import { credentialDigest } from '@app-platform/service-kit';
import type { Database } from '../database/database.ts';

/** Whether a secret is valid for a client; false for an unknown client too. */
export async function checkSecret(
  { stores, clock }: { stores: Pick<Database, 'clients'>; clock: Clock },
  clientId: string,
  secret: string,
): Promise<boolean> {
  const valid = await stores.clients.secretDigests(clientId, clock());
  return isOneOf(valid, secret);
}

/** Compares in constant time. */
export function isOneOf(digests: readonly Uint8Array[], secret: string): boolean {
  const digest = credentialDigest(secret);
  return digests.some((known) => timingSafeEqual(known, digest));
}
