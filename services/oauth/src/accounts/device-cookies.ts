import { createHmac, timingSafeEqual } from 'node:crypto';

/** The account of a cookie, and the hash of its password. */
export type CookieAccount = { id: string; passwordHash: string | null };

/**
 * Marks browsers that have signed in to an account, so that guesses from elsewhere do not lock them
 * out: https://owasp.org/www-community/Slow_Down_Online_Guessing_Attacks_with_Device_Cookies
 *
 * One password of an account has one cookie: a new password ends it in every browser, and more
 * sign-ins give no more guesses.
 */
export class DeviceCookies {
  readonly #keys: readonly [Uint8Array, ...Uint8Array[]];

  /** @param keys the first signs, all are accepted */
  constructor(keys: readonly [Uint8Array, ...Uint8Array[]]) {
    this.#keys = keys;
  }

  /** @returns the cookie of the browsers that have signed in with the current password */
  issue(account: CookieAccount): string {
    return signature(this.#keys[0], account);
  }

  /** @returns the name of all browsers that have signed in with the current password */
  familyOf(account: CookieAccount | undefined, cookie: string | undefined): string | undefined {
    if (!account || cookie === undefined) return undefined;
    const given = Buffer.from(cookie);
    const isGenuine = this.#keys.some((key) => {
      const signed = Buffer.from(signature(key, account));
      return signed.length === given.length && timingSafeEqual(signed, given);
    });
    return isGenuine ? this.issue(account) : undefined;
  }
}

/** The hash has a salt of its own, so that it names one password of the account. */
function signature(key: Uint8Array, { id, passwordHash }: CookieAccount): string {
  return createHmac('sha256', key)
    .update(JSON.stringify([id, passwordHash]))
    .digest('base64url');
}
