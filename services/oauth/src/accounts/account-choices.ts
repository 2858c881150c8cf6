import { createHash, randomBytes } from 'node:crypto';
import type { EphemeralStore } from '../storage/ephemeral-store.ts';
import type { Account, AccountStore, PasswordAccount } from './account-store.ts';
import type { UpstreamIdentity } from './upstream/upstream-provider.ts';

const CHOICE_SECONDS = 300;

/** Accounts of several organizations that a sign-in fits. Its user chooses one. */
export type OfferedAccounts = {
  /** Of the browser's form: the choice belongs to no other browser and no other sign-in. */
  csrfToken: string;
  accounts: readonly Account[];
  /** Of a sign-in at the upstream provider; left out for a password. */
  identity?: UpstreamIdentity | undefined;
};

type Kept = {
  /** The token. */
  form: string;
  accounts: Pick<Account, 'id' | 'sessionVersion'>[];
  identity?: UpstreamIdentity | undefined;
};

export type ChosenAccount = {
  account: PasswordAccount;
  identity: UpstreamIdentity | undefined;
};

/** The state between a sign-in that fits several accounts and the choice of one, which is made once. */
export class AccountChoices {
  readonly #store: EphemeralStore;
  readonly #accounts: Pick<AccountStore, 'findWithPassword'>;

  constructor(store: EphemeralStore, accounts: Pick<AccountStore, 'findWithPassword'>) {
    this.#store = store;
    this.#accounts = accounts;
  }

  /** @returns the id of the choice, for the form */
  async offer({ csrfToken, accounts, identity }: OfferedAccounts): Promise<string> {
    const id = randomBytes(32).toString('base64url');
    const versions = accounts.map(({ id, sessionVersion }) => ({ id, sessionVersion }));
    const kept: Kept = { form: csrfToken, accounts: versions, identity };
    await this.#store.set(keyOf(id), JSON.stringify(kept), CHOICE_SECONDS);
    return id;
  }

  /**
   * @returns undefined for a choice that has ended or is of another form, for an account that was not
   *   offered, and for one whose password or state has changed since
   */
  async choose(
    id: string,
    csrfToken: string,
    accountId: string,
  ): Promise<ChosenAccount | undefined> {
    const key = keyOf(id);
    // Read before it is taken: another browser must not end the choice.
    const kept = parse(await this.#store.get(key));
    const offered = kept?.accounts.find((one) => one.id === accountId);
    if (!kept || !offered || kept.form !== csrfToken) return undefined;
    if ((await this.#store.take(key)) === undefined) return undefined;
    const account = await this.#accounts.findWithPassword(accountId);
    if (account?.sessionVersion !== offered.sessionVersion) return undefined;
    return { account, identity: kept.identity };
  }
}

function parse(text: string | undefined): Kept | undefined {
  return text === undefined ? undefined : JSON.parse(text);
}

function keyOf(id: string): string {
  return `AccountChoice:${createHash('sha256').update(id).digest('base64url')}`;
}
