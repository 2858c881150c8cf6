import type { AuditedRequest } from '@app-platform/http-api';
import type { Account, AccountStore } from '../accounts/account-store.ts';
import type { DeviceCookies } from '../accounts/device-cookies.ts';
import { hashPassword, verifyPassword } from '../accounts/password.ts';
import type { SignInThrottle } from '../accounts/sign-in-throttle.ts';
import type { AuditEvent } from '../audit/audit-store.ts';
import type { UserDependencies } from './change-user.ts';
import { endAccess } from './end-access.ts';
import type { LinkedUser } from './password-link-store.ts';

export type OwnPasswordDependencies = UserDependencies & {
  accounts: AccountStore;
  throttle: SignInThrottle;
  devices: DeviceCookies;
};

export type PasswordChange = {
  current: string;
  chosen: string;
  /** The browser's, if it has one. */
  deviceCookie: string | undefined;
};

export const PASSWORD_CHARACTERS = { least: 8, most: 1024 };

/** Why a password is not set, for the page. */
export type PasswordRefusal = 'too_short' | 'too_long' | 'wrong_password' | 'link_ended';

/** A user changes their password, which ends all their access. @returns why not */
export async function changeOwnPassword(
  dependencies: OwnPasswordDependencies,
  account: Account,
  { current, chosen, deviceCookie }: PasswordChange,
  context: AuditedRequest,
): Promise<PasswordRefusal | undefined> {
  const { accounts, throttle, devices } = dependencies;
  const refusal =
    refusalOf(chosen) ?? (current.length > PASSWORD_CHARACTERS.most && 'wrong_password');
  if (refusal) return refusal;
  // A thief of the browser's session must not find the password by guessing.
  const { email } = account;
  const device = devices.deviceOf(email, deviceCookie);
  const admission = await throttle.admit({ email, address: context.address, device });
  if (!admission) return 'wrong_password';
  const found = await accounts.findByEmail(email);
  if (!(await verifyPassword(found?.passwordHash, current))) return 'wrong_password';
  await admission.forget();
  const passwordHash = await hashPassword(chosen);
  await dependencies.database.transaction(() =>
    setPassword(dependencies, account.id, passwordHash, context, 'account.password_changed'),
  );
  return undefined;
}

/** Sets the password by a link, which is used up. All access of the user ends. @returns why not */
export async function setPasswordByLink(
  dependencies: OwnPasswordDependencies,
  { token, chosen }: { token: string; chosen: string },
  context: AuditedRequest,
): Promise<PasswordRefusal | undefined> {
  const refusal = refusalOf(chosen);
  if (refusal) return refusal;
  const linked = await findLinkedUser(dependencies, token);
  if (!linked) return 'link_ended';
  const passwordHash = await hashPassword(chosen);
  return dependencies.database.transaction(async () => {
    const { passwordLinks, clock } = dependencies;
    // Of two requests at the same instant one waits here, and then finds no link.
    if (!(await passwordLinks.take(token, clock()))) return 'link_ended';
    const { accountId } = linked;
    await setPassword(dependencies, accountId, passwordHash, context, 'account.password_reset');
    return undefined;
  });
}

/** @returns undefined for a link that is unknown, used or expired */
export function findLinkedUser(
  { passwordLinks, clock }: OwnPasswordDependencies,
  token: string,
): Promise<LinkedUser | undefined> {
  return passwordLinks.find(token, clock());
}

function refusalOf(chosen: string): PasswordRefusal | undefined {
  if (chosen.length < PASSWORD_CHARACTERS.least) return 'too_short';
  return chosen.length > PASSWORD_CHARACTERS.most ? 'too_long' : undefined;
}

async function setPassword(
  dependencies: OwnPasswordDependencies,
  accountId: string,
  passwordHash: string,
  context: AuditedRequest,
  action: AuditEvent['action'],
): Promise<void> {
  const { users, audit } = dependencies;
  const user = await users.lock(accountId);
  if (!user || user.disabledAt) return;
  await users.setPassword(accountId, passwordHash);
  await endAccess(dependencies, accountId);
  const { organizationId } = user;
  const actor = { kind: 'account', id: accountId } as const;
  await audit.record({ actor, action, subject: accountId, organizationId, context });
}
