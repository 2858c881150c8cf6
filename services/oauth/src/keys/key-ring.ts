import type { Clock, Logger } from '@app-platform/runtime';
import type { JWK } from 'jose';
import type { Database } from '../database/database.ts';
import {
  ensureSigningKey,
  KEY_REFRESH_SECONDS,
  outlivedKeys,
  renewEncryption,
  type SigningKeySet,
  signingKeyAt,
} from './rotate-keys.ts';
import type { KeyStores, SigningKey } from './signing-key-store.ts';

export type KeyRingOptions = {
  database: Database<KeyStores>;
  clock: Clock;
  logger: Logger;
  /** How often it reads the keys that other replicas created. */
  refreshSeconds?: number;
};

/** The signing keys in this replica's memory, which it refreshes from the database. */
export class KeyRing {
  readonly #options: KeyRingOptions;
  readonly #listeners: (() => void)[] = [];
  #keys: SigningKeySet;
  /** What the listeners know. */
  #known: string;
  #timer: NodeJS.Timeout | undefined;
  /** The latest refresh. It never rejects. */
  #refreshing: Promise<void> = Promise.resolve();

  private constructor(options: KeyRingOptions, keys: SigningKeySet) {
    this.#options = options;
    this.#keys = keys;
    this.#known = this.#state();
  }

  /** Reads the keys. The first replica creates the first key. */
  static async open(options: KeyRingOptions): Promise<KeyRing> {
    const keys = await ensureSigningKey(options.database, options.clock);
    await renewEncryption(options.database);
    return new KeyRing(options, keys);
  }

  /** The latest first. */
  get keys(): SigningKeySet {
    return this.#keys;
  }

  /** The key that signs now. */
  get signing(): SigningKey {
    return signingKeyAt(this.#keys, this.#options.clock());
  }

  /** The keys that verify tokens: the next one, the signing one, and those before. */
  get published(): JWK[] {
    return this.#keys.map(({ publicJwk }) => publicJwk);
  }

  /** Calls the listener after a change of the keys, or of the one that signs. */
  onChange(listener: () => void): void {
    this.#listeners.push(listener);
  }

  start(): void {
    const { refreshSeconds = KEY_REFRESH_SECONDS, logger } = this.#options;
    const refresh = async () => {
      await this.refresh().catch((error: unknown) => {
        logger.warn({ err: error }, 'signing keys not read, the known keys stay in use');
      });
      this.#timer?.refresh();
    };
    this.#timer = setTimeout(() => void refresh(), refreshSeconds * 1000).unref();
  }

  async stop(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    await this.#refreshing;
  }

  /**
   * Reads the keys again, and removes those whose tokens have all expired. It waits for a refresh in flight:
   * that one may have read keys that were withdrawn since, and must not publish them again.
   */
  refresh(): Promise<void> {
    const refreshed = this.#refreshing.then(() => this.#refresh());
    this.#refreshing = refreshed.catch(() => undefined);
    return refreshed;
  }

  async #refresh(): Promise<void> {
    const { database, clock } = this.#options;
    const found = await ensureSigningKey(database, clock);
    const outlived = outlivedKeys(found, clock());
    await database.signingKeys.remove(outlived);
    // A replica that does not have the new KEYS_ENCRYPTION_KEY yet may have added a key.
    await renewEncryption(database);
    const [latest, ...others] = found;
    this.#keys = [latest, ...others.filter((key) => !outlived.includes(key))];
    const state = this.#state();
    if (state === this.#known) return;
    this.#known = state;
    for (const listener of this.#listeners) listener();
  }

  #state(): string {
    return [this.signing, ...this.#keys].map(({ kid }) => kid).join();
  }
}
