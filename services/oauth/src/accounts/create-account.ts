import { randomUUID } from 'node:crypto';
import { type CreateAccountRequest, problem } from '@app-platform/contracts';
import { AppError } from '@app-platform/service-kit';
import type { AccountStore } from './account-store.ts';
import { hashPassword } from './password.ts';

/** @throws AppError `duplicate` where somebody has that email address already */
export async function createAccount(
  accounts: AccountStore,
  { organizationId, email, password, roles }: CreateAccountRequest,
): Promise<{ id: string }> {
  const account = {
    id: randomUUID(),
    organizationId,
    email: email.toLowerCase(),
    roles: [...new Set(roles)].sort(),
    passwordHash: await hashPassword(password),
  };
  if (await accounts.create(account)) return { id: account.id };
  const detail = 'Somebody has this email address already.';
  throw new AppError(problem('duplicate', detail, { parameter: 'email' }));
}
