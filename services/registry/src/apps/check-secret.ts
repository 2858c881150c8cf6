import { timingSafeEqual } from 'node:crypto';
import { credentialDigest } from '@app-platform/http-api';
import type { Clock } from '@app-platform/runtime';
import type { RegistryDatabase } from '../stores.ts';

/** Whether a secret is valid for a client; false for an unknown client too. */
export async function checkSecret(
  { stores, clock }: { stores: Pick<RegistryDatabase, 'clients'>; clock: Clock },
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
