import { ACCESS_TOKEN_SECONDS } from '@app-platform/contracts';
import type { SigningKey } from './signing-key-store.ts';

/** How long readers may cache the published keys (`Cache-Control: max-age`). */
export const PUBLISHED_KEYS_MAX_AGE_SECONDS = 900;

/** How often a replica reads the keys that others created. */
export const KEY_REFRESH_SECONDS = 10;

/** The largest difference between clocks. */
const CLOCK_SKEW_SECONDS = 60;

/** A new key is published so long before it signs, so that every reader knows it by then. */
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
