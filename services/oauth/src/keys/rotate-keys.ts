import { problem } from '@app-platform/contracts';
import { AppError, type AuditedRequest } from '@app-platform/http-api';
import type { Clock } from '@app-platform/runtime';
import { calculateJwkThumbprint, exportJWK, generateKeyPair } from 'jose';
import { type AuditStore, operator } from '../audit/audit-store.ts';
import { isRotating, PUBLICATION_LEAD_SECONDS, type SigningKeySet } from './signing-key.ts';
import { SIGNING_ALGORITHM, type SigningKey, type SigningKeyStore } from './signing-key-store.ts';

export type RotationOptions = {
  store: SigningKeyStore;
  audit: AuditStore;
  clock: Clock;
  context: AuditedRequest;
  /**
   * For a key that has leaked: the new key signs at once. Every other key is withdrawn, with all
   * tokens that it has signed.
   */
  isImmediate: boolean;
};

/**
 * Creates the next signing key. It is published now, and signs when every reader knows it.
 * @throws AppError `duplicate` while another key waits to sign
 */
export function rotateKeys(options: RotationOptions): Promise<SigningKey> {
  const { store, audit, clock, context, isImmediate } = options;
  return store.change(async (keys) => {
    const now = clock();
    if (!isImmediate && isKeySet(keys) && isRotating(keys, now)) throw rotatesAlready(keys);
    const leadSeconds = isImmediate ? 0 : PUBLICATION_LEAD_SECONDS;
    const key = await newSigningKey(new Date(now.getTime() + leadSeconds * 1000));
    await store.add(key, now, isImmediate ? keys : []);
    await audit.record({
      actor: operator,
      action: 'signing_key.rotated',
      subject: key.kid,
      organizationId: null,
      context,
      detail: { activeFrom: key.activeFrom.toISOString(), isImmediate },
    });
    return key;
  });
}

/** Reads the keys. The first replica creates the first key. */
export async function ensureSigningKey(
  store: SigningKeyStore,
  clock: Clock,
): Promise<SigningKeySet> {
  const found = await store.list();
  if (isKeySet(found)) return found;
  return store.change(async (keys) => {
    if (isKeySet(keys)) return keys;
    const now = clock();
    const key = await newSigningKey(now);
    await store.add(key, now);
    return [key];
  });
}

function isKeySet(keys: readonly SigningKey[]): keys is SigningKeySet {
  return keys.length > 0;
}

function rotatesAlready([{ kid, activeFrom }]: SigningKeySet): AppError {
  const detail =
    `The key ${kid} is published and signs from ${activeFrom.toISOString()}. Wait until then, ` +
    'or rotate immediately (`--now`) if a key has leaked.';
  return new AppError(problem('duplicate', detail, { parameter: 'immediate' }));
}

async function newSigningKey(activeFrom: Date): Promise<SigningKey> {
  const pair = await generateKeyPair(SIGNING_ALGORITHM, { extractable: true });
  const publicJwk = await exportJWK(pair.publicKey);
  const privateJwk = await exportJWK(pair.privateKey);
  const common = {
    kid: await calculateJwkThumbprint(publicJwk),
    alg: SIGNING_ALGORITHM,
    use: 'sig',
  };
  return {
    kid: common.kid,
    activeFrom,
    publicJwk: { ...publicJwk, ...common },
    privateJwk: { ...privateJwk, ...common },
  };
}
