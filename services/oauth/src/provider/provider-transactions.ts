import { AsyncLocalStorage } from 'node:async_hooks';
import type { AccountStores } from '../accounts/account-store.ts';
import type { AuditStores } from '../audit/audit-store.ts';
import type { ConsentStores } from '../grants/consent-store.ts';
import type { RevocationStores } from '../grants/revocation-store.ts';
import type { SettingsStores } from '../organizations/settings-store.ts';
import type { RecordStores } from '../storage/provider-record-store.ts';

/** The stores that oidc-provider's adapter, and the functions that oidc-provider calls, use. */
export type ProviderStores = AccountStores &
  AuditStores &
  ConsentStores &
  RecordStores &
  RevocationStores &
  SettingsStores;

/** Runs `work` in a transaction, once: a request is not repeatable. */
type RunTransaction = (work: (stores: ProviderStores) => Promise<void>) => Promise<void>;

type CurrentTransaction = { readonly stores: ProviderStores | undefined; begin(): Promise<void> };

/**
 * The transactions of oidc-provider's records. oidc-provider calls its adapter without a context of ours,
 * so the adapter finds the transaction of the current request by asynchronous context.
 */
export class ProviderTransactions {
  readonly #outside: ProviderStores;
  readonly #run: RunTransaction;
  readonly #current = new AsyncLocalStorage<CurrentTransaction>();

  /** @param outside the stores outside a transaction */
  constructor(outside: ProviderStores, run: RunTransaction) {
    this.#outside = outside;
    this.#run = run;
  }

  /** The stores of the current transaction, if one is open. */
  get stores(): ProviderStores {
    return this.#current.getStore()?.stores ?? this.#outside;
  }

  /** Begins the transaction of the current request, if {@link request} runs it. */
  async begin(): Promise<void> {
    await this.#current.getStore()?.begin();
  }

  /** Makes the adapter use an open transaction in `work`. */
  within<T>(stores: ProviderStores, work: () => Promise<T>): Promise<T> {
    return this.#current.run({ stores, begin: async () => {} }, work);
  }

  /**
   * Runs a request. After the first call of {@link begin} its statements are one transaction.
   * @param keep decides from the result whether to commit; an error always rolls back
   */
  async request<T>(work: () => Promise<T>, keep: (result: T) => boolean): Promise<T> {
    const transaction = new LazyTransaction(this.#run);
    return this.#current.run(transaction, async () => {
      try {
        const result = await work();
        await transaction.end(keep(result));
        return result;
      } catch (error) {
        await transaction.end(false);
        throw error;
      }
    });
  }
}

/** Thrown in the transaction to roll it back, and caught in {@link LazyTransaction}. */
class Rollback extends Error {}

/** The error that kept a transaction from beginning or committing, if any. */
type Outcome = { failure?: unknown };

class LazyTransaction implements CurrentTransaction {
  stores: ProviderStores | undefined;
  readonly #run: RunTransaction;
  #beginning: Promise<Outcome> | undefined;
  #ending: Promise<Outcome> | undefined;
  #finish: ((commit: boolean) => void) | undefined;

  constructor(run: RunTransaction) {
    this.#run = run;
  }

  async begin(): Promise<void> {
    this.#beginning ??= new Promise((resolve) => {
      this.#ending = this.#runUntilEnd(() => resolve({})).then(
        () => ({}),
        (error: unknown) => {
          const outcome = error instanceof Rollback ? {} : { failure: error };
          // No effect after a successful begin, which has resolved the promise.
          resolve(outcome);
          return outcome;
        },
      );
    });
    throwFailure(await this.#beginning);
  }

  async end(commit: boolean): Promise<void> {
    // A transaction that is still beginning cannot end yet.
    await this.#beginning;
    this.#finish?.(commit);
    this.stores = undefined;
    throwFailure((await this.#ending) ?? {});
  }

  #runUntilEnd(begun: () => void): Promise<void> {
    return this.#run(async (stores) => {
      const finished = new Promise<boolean>((resolve) => {
        this.#finish = resolve;
      });
      this.stores = stores;
      begun();
      if (!(await finished)) throw new Rollback();
    });
  }
}

function throwFailure(outcome: Outcome): void {
  if ('failure' in outcome) throw outcome.failure;
}
