import { createHmac, timingSafeEqual } from 'node:crypto';

/**
 * Binds a form to its interaction. Only the browser that started the interaction has its id, in a
 * cookie, so a form on another site cannot be genuine.
 */
export class CsrfTokens {
  readonly #keys: readonly [Uint8Array, ...Uint8Array[]];

  /** @param keys the first signs, all are accepted */
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
