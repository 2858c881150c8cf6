import { errors } from 'oidc-provider';
import type { Account } from '../accounts/account-store.ts';

/** The accounts of requests that were refused because of them. */
const refused = new WeakMap<object, Account>();

/** Notes for whom a step refuses the client or its redirect URI: the page then offers another account. */
export async function refusedFor<T>(
  context: object,
  account: Account,
  step: () => Promise<T>,
): Promise<T> {
  try {
    return await step();
  } catch (error) {
    const dependsOnAccount =
      error instanceof errors.InvalidClient || error instanceof errors.InvalidRedirectUri;
    if (dependsOnAccount) refused.set(context, account);
    throw error;
  }
}

export function refusedAccount(context: object): Account | undefined {
  return refused.get(context);
}
