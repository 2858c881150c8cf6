import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

const FORM = /^([\w-]{22})\.([\w-]{43})$/;

/**
 * Marks browsers that have signed in to an account, so that guesses from elsewhere do not lock them
 * out: https://owasp.org/www-community/Slow_Down_Online_Guessing_Attacks_with_Device_Cookies
 */
export class DeviceCookies {
  readonly #keys: readonly [Uint8Array, ...Uint8Array[]];

  /** @param keys the first signs, all are accepted */
  constructor(keys: readonly [Uint8Array, ...Uint8Array[]]) {
    this.#keys = keys;
  }

  /** @returns a new cookie of a browser that has signed in */
  issue(email: string): string {
    const device = randomBytes(16).toString('base64url');
    return `${device}.${signature(this.#keys[0], email, device).toString('base64url')}`;
  }

  /** @returns the id of the browser if it has signed in to the account before */
  deviceOf(email: string, cookie: string | undefined): string | undefined {
    const [, device, given] = FORM.exec(cookie ?? '') ?? [];
    if (device === undefined || given === undefined) return undefined;
    const signed = Buffer.from(given, 'base64url');
    const isGenuine = this.#keys.some((key) =>
      timingSafeEqual(signature(key, email, device), signed),
    );
    return isGenuine ? device : undefined;
  }
}

function signature(key: Uint8Array, email: string, device: string): Buffer {
  return createHmac('sha256', key)
    .update(JSON.stringify([email, device]))
    .digest();
}
