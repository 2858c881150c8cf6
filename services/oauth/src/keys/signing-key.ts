import type { JWK } from 'jose';
import { ACCESS_TOKEN_SECONDS } from '../provider/lifetimes.ts';

export const SIGNING_ALGORITHM = 'ES256';

/** For how long whoever reads the published keys may keep them (`Cache-Control: max-age`). */
export const PUBLISHED_KEYS_MAX_AGE_SECONDS = 900;

/** How often a replica looks for keys that another one made. */
export const KEY_REFRESH_SECONDS = 10;

/** What clocks may differ by. */
const CLOCK_SKEW_SECONDS = 60;

/** A new key is published for that long before it signs, so that every reader has seen it by then. */
export const PUBLICATION_LEAD_SECONDS =
  PUBLISHED_KEYS_MAX_AGE_SECONDS + KEY_REFRESH_SECONDS + CLOCK_SKEW_SECONDS;

/** A key that access tokens are signed with. */
export type SigningKey = {
  /** RFC 7638 thumbprint. */
  kid: string;
  publicJwk: JWK;
  privateJwk: JWK;
  /** From when it signs. */
  activeFrom: Date;
};

/** All keys, the latest first; there always is one. */
export type SigningKeySet = readonly [SigningKey, ...SigningKey[]];

/** The key that signs: the latest that is active. A clock that is behind may know of none yet. */
export function signingKeyAt(keys: SigningKeySet, now: Date): SigningKey {
  return keys.find(({ activeFrom }) => activeFrom <= now) ?? keys[keys.length - 1] ?? keys[0];
}

/** Whether the latest key is published and does not sign yet. */
export function isRotating([latest]: SigningKeySet, now: Date): boolean {
  return latest.activeFrom > now;
}

/** The keys that have signed nothing that still lives: their successor has signed for longer. */
export function outlivedKeys(keys: SigningKeySet, now: Date): SigningKey[] {
  const lastSecond = now.getTime() / 1000 - ACCESS_TOKEN_SECONDS - CLOCK_SKEW_SECONDS;
  return keys.filter((_key, index) => {
    const successor = keys[index - 1];
    return successor !== undefined && successor.activeFrom.getTime() / 1000 < lastSecond;
  });
}
