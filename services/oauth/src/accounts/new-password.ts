import type { AccountStore } from './account-store.ts';
import { hashPassword } from './password.ts';

/**
 * Hashes a password that an account gets. All accounts of an address have one salt, so that a sign-in
 * computes one hash for all of them.
 * @param id of the account, if it exists: the only account of an address gets a new salt
 */
export async function hashNewPassword(
  accounts: Pick<AccountStore, 'findHash'>,
  { email, id }: { email: string; id?: string },
  password: string,
): Promise<string> {
  return hashPassword(password, await accounts.findHash(email, id));
}
