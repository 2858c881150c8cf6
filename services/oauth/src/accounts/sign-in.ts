import type { Account, AccountStore } from './account-store.ts';
import { verifyPassword } from './password.ts';
import type { SignInThrottle } from './sign-in-throttle.ts';

/** More is no password, and hashing it would cost. */
const MOST_PASSWORD_CHARACTERS = 1024;

/** @returns the account, or nothing, whatever the reason: a refusal never says whether it exists */
export async function signIn(
  { accounts, throttle }: { accounts: AccountStore; throttle: SignInThrottle },
  { email, password, address }: { email: string; password: string; address: string },
): Promise<Account | undefined> {
  const name = email.trim().toLowerCase();
  if (!(await throttle.admit(name, address))) return undefined;
  const isStorable = name.length <= 320 && !name.includes('\0');
  const account = isStorable ? await accounts.findByEmail(name) : null;
  const tried = password.length <= MOST_PASSWORD_CHARACTERS ? password : '';
  if (!(await verifyPassword(account?.passwordHash, tried)) || !account) return undefined;
  await throttle.forget(name);
  return account;
}
