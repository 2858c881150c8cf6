import { createHmac } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { IdempotencyKey } from '@app-platform/http-api';
import type { EphemeralStore } from './ephemeral-store.ts';

/** How long a result can be requested again. */
export const KEPT_SECONDS = 60;
/** Longer than a form takes, also where the registry is slow. */
const LOCK_SECONDS = 15;
const POLL_MILLISECONDS = 50;
const NAMESPACE = 'kept results';

export type RepeatableRequest = {
  /** What only the browser has that sends it, such as the value of a signed cookie. */
  holder: string;
  /** Everything on which the result depends. It may contain a password. */
  form: unknown;
};

type Kept<Result> = { formDigest: string; result: Result };

/**
 * Results of forms that a browser may send again: after a double click, Enter twice, or a lost answer.
 * The last result of a holder is kept. It may contain a code or a cookie, so it is encrypted with a key
 * that is derived from the holder and a key of the service, and found by a digest.
 */
export class KeptResults {
  readonly #store: EphemeralStore;
  readonly #keys: readonly [Uint8Array, ...Uint8Array[]];

  /** @param keys the first encrypts, all decrypt */
  constructor(store: EphemeralStore, keys: readonly [Uint8Array, ...Uint8Array[]]) {
    this.#store = store;
    this.#keys = keys;
  }

  /**
   * Does the work of a form once, also where the same form arrives twice at the same time.
   * @param work returns undefined where nothing has finished: the form may be sent again
   * @returns the result, and whether it is the kept one of an earlier request
   */
  async once<Result extends object>(
    { holder, form }: RepeatableRequest,
    work: () => Promise<Result | undefined>,
  ): Promise<{ result: Result | undefined; isRepeated: boolean }> {
    const [key, ...others] = this.#keys.map((secret) => keyOf(secret, holder));
    if (!key) throw new Error('there is no key');
    const text = JSON.stringify(form);
    const lock = `KeptResult:lock:${key.digest}`;
    const isLocked = await this.#lock(lock);
    try {
      const kept = await this.#find<Result>([key, ...others], text);
      if (kept) return { result: kept, isRepeated: true };
      const result = await work();
      if (result) await this.#keep(key, { formDigest: formDigestOf(key, text), result });
      return { result, isRepeated: false };
    } finally {
      if (isLocked) await this.#store.delete(lock);
    }
  }

  /** @returns false where another request has not released it in time, such as that of a lost process */
  async #lock(lock: string): Promise<boolean> {
    for (let waited = 0; waited < LOCK_SECONDS * 1000; waited += POLL_MILLISECONDS) {
      if (await this.#store.add(lock, '', LOCK_SECONDS)) return true;
      await wait(POLL_MILLISECONDS);
    }
    return false;
  }

  async #find<Result>(keys: IdempotencyKey[], form: string): Promise<Result | undefined> {
    for (const key of keys) {
      const encrypted = await this.#store.get(nameOf(key));
      if (encrypted === undefined) continue;
      const { formDigest, result }: Kept<Result> = JSON.parse(key.decrypt(encrypted));
      if (formDigest === formDigestOf(key, form)) return result;
    }
    return undefined;
  }

  async #keep(key: IdempotencyKey, kept: Kept<object>): Promise<void> {
    await this.#store.set(nameOf(key), key.encrypt(JSON.stringify(kept)), KEPT_SECONDS);
  }
}

/** A holder may be known, such as an interaction's id, which is in addresses. The secret is not. */
function keyOf(secret: Uint8Array, holder: string): IdempotencyKey {
  const key = createHmac('sha256', secret).update(holder).digest('base64url');
  return new IdempotencyKey(key, NAMESPACE);
}

function nameOf(key: IdempotencyKey): string {
  return `KeptResult:${key.digest}`;
}

function formDigestOf(key: IdempotencyKey, form: string): string {
  return Buffer.from(key.digestOf(form)).toString('base64url');
}
