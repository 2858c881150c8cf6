import { ACCESS_TOKEN_SECONDS, problem } from '@app-platform/contracts';
import { AppError, type AuditedRequest } from '@app-platform/http-api';
import type { Clock } from '@app-platform/runtime';
import { calculateJwkThumbprint, exportJWK, generateKeyPair } from 'jose';
import { type AuditStores, operator } from '../audit/audit-store.ts';
import type { Database } from '../database/database.ts';
import { type KeyStores, SIGNING_ALGORITHM, type SigningKey } from './signing-key-store.ts';

/** How long readers may cache the published keys (`Cache-Control: max-age`). */
export const PUBLISHED_KEYS_MAX_AGE_SECONDS = 900;

/** How often a replica reads the keys that others created. */
export const KEY_REFRESH_SECONDS = 10;

/** The largest difference between clocks. */
const CLOCK_SKEW_SECONDS = 60;

/** How long a new key is published before it signs, so that every reader has it by then. */
export const PUBLICATION_LEAD_SECONDS =
  PUBLISHED_KEYS_MAX_AGE_SECONDS + KEY_REFRESH_SECONDS + CLOCK_SKEW_SECONDS;

/** All keys, the latest first; at least one. */
export type SigningKeySet = readonly [SigningKey, ...SigningKey[]];

/** The key that signs: the latest active one. By a clock that is behind, none may be active yet. */
export function signingKeyAt(keys: SigningKeySet, now: Date): SigningKey {
  return keys.find(({ activeFrom }) => activeFrom <= now) ?? keys[keys.length - 1] ?? keys[0];
}

/** Whether the latest key is published and does not sign yet. */
export function isRotating([latest]: SigningKeySet, now: Date): boolean {
  return latest.activeFrom > now;
}

/** The keys whose tokens have all expired: the next key has signed for longer than a token lives. */
export function outlivedKeys(keys: SigningKeySet, now: Date): SigningKey[] {
  const lastSecond = now.getTime() / 1000 - ACCESS_TOKEN_SECONDS - CLOCK_SKEW_SECONDS;
  return keys.filter((_key, index) => {
    const successor = keys[index - 1];
    return successor !== undefined && successor.activeFrom.getTime() / 1000 < lastSecond;
  });
}

export type RotationOptions = {
  database: Database<KeyStores & AuditStores>;
  clock: Clock;
  context: AuditedRequest;
  /**
   * For a key that has leaked: the new key signs at once. Every other key is withdrawn, with all
   * tokens that it has signed.
   */
  isImmediate: boolean;
};

/**
 * Creates the next signing key. It is published now, and signs when every reader has it.
 * @throws AppError `duplicate` while another key waits to sign
 */
export function rotateKeys(options: RotationOptions): Promise<SigningKey> {
  const { database, clock, context, isImmediate } = options;
  return database.transaction(async ({ signingKeys, audit }) => {
    await signingKeys.lock();
    const keys = await signingKeys.list();
    const now = clock();
    if (!isImmediate && isKeySet(keys) && isRotating(keys, now)) throw rotatesAlready(keys);
    const leadSeconds = isImmediate ? 0 : PUBLICATION_LEAD_SECONDS;
    const key = await newSigningKey(new Date(now.getTime() + leadSeconds * 1000));
    await signingKeys.add(key, now, isImmediate ? keys : []);
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
  database: Database<KeyStores>,
  clock: Clock,
): Promise<SigningKeySet> {
  const found = await database.signingKeys.list();
  if (isKeySet(found)) return found;
  return database.transaction(async ({ signingKeys }) => {
    await signingKeys.lock();
    const keys = await signingKeys.list();
    if (isKeySet(keys)) return keys;
    const now = clock();
    const key = await newSigningKey(now);
    await signingKeys.add(key, now);
    return [key];
  });
}

/** Encrypts every private key under the current encryption key. */
export async function renewEncryption(database: Database<KeyStores>): Promise<void> {
  if (!(await database.signingKeys.isEncryptionStale())) return;
  await database.transaction(async ({ signingKeys }) => {
    await signingKeys.lock();
    await signingKeys.renewEncryption();
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
