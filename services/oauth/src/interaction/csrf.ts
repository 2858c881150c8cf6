import { createHmac, timingSafeEqual } from 'node:crypto';

/**
 * Ties a form to its interaction, whose id only the browser that began it holds in a cookie: a form
 * on another site has neither.
 */
export class CsrfTokens {
  readonly #keys: readonly [Uint8Array, ...Uint8Array[]];

  /** @param keys the one that signs, and others that are accepted */
  constructor(keys: readonly [Uint8Array, ...Uint8Array[]]) {
    this.#keys = keys;
  }

  issue(interactionId: string): string {
    return digest(this.#keys[0], interactionId).toString('base64url');
  }

  check(interactionId: string, token: unknown): boolean {
    const given = Buffer.from(typeof token === 'string' ? token : '', 'base64url');
    return this.#keys.some((key) => {
      const expected = digest(key, interactionId);
      return given.length === expected.length && timingSafeEqual(given, expected);
    });
  }
}

function digest(key: Uint8Array, interactionId: string): Buffer {
  return createHmac('sha256', key).update(interactionId).digest();
}
