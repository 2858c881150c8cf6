import { createHmac, timingSafeEqual } from 'node:crypto';

/**
 * Ties a form to its interaction, whose id only the browser that began it holds in a cookie: a form
 * on another site has neither.
 */
export class CsrfTokens {
  readonly #key: Uint8Array;

  constructor(key: Uint8Array) {
    this.#key = key;
  }

  issue(interactionId: string): string {
    return this.#digest(interactionId).toString('base64url');
  }

  check(interactionId: string, token: unknown): boolean {
    const given = Buffer.from(typeof token === 'string' ? token : '', 'base64url');
    const expected = this.#digest(interactionId);
    return given.length === expected.length && timingSafeEqual(given, expected);
  }

  #digest(interactionId: string): Buffer {
    return createHmac('sha256', this.#key).update(interactionId).digest();
  }
}
