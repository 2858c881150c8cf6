import { problem } from '@app-platform/contracts';
import { AppError, type AuditedRequest, type Clock } from '@app-platform/service-kit';
import { calculateJwkThumbprint, exportJWK, generateKeyPair } from 'jose';
import { type AuditStore, operator } from '../audit/audit-store.ts';
import {
  isRotating,
  PUBLICATION_LEAD_SECONDS,
  SIGNING_ALGORITHM,
  type SigningKey,
  type SigningKeySet,
} from './signing-key.ts';
import type { SigningKeyStore } from './signing-key-store.ts';

export type RotationOptions = {
  store: SigningKeyStore;
  audit: AuditStore;
  clock: Clock;
  context: AuditedRequest;
  /**
   * For a key that has leaked: the new one signs at once, and every other is withdrawn with all
   * that it has signed.
   */
  isImmediate: boolean;
};

/**
 * Makes the next signing key. It is published now and signs when every reader has seen it.
 * @throws AppError `duplicate` while another one waits to sign
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

/** The keys, of which the first replica that comes here makes the first. */
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
  const marks = {
    kid: await calculateJwkThumbprint(publicJwk),
    alg: SIGNING_ALGORITHM,
    use: 'sig',
  };
  return {
    kid: marks.kid,
    activeFrom,
    publicJwk: { ...publicJwk, ...marks },
    privateJwk: { ...privateJwk, ...marks },
  };
}
