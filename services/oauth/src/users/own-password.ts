import { holdsRole, roles as platformRoles } from '@app-platform/contracts';
import type { AuditedRequest } from '@app-platform/http-api';
import type { Clock } from '@app-platform/runtime';
import type { Account } from '../accounts/account-store.ts';
import type { DeviceCookies } from '../accounts/device-cookies.ts';
import { hashNewPassword, verifyPassword } from '../accounts/password.ts';
import type { SignInThrottle } from '../accounts/sign-in-throttle.ts';
import type { AuditEvent } from '../audit/audit-store.ts';
import { endAccess, type UserChangeStores, type UserDependencies } from './change-user.ts';
import type { LinkedUser, PasswordLinkStores } from './password-link-store.ts';

export type OwnPasswordDependencies = UserDependencies & {
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
  const { database, throttle, devices, clock } = dependencies;
  const { accounts } = database;
  const refusal =
    refusalOf(chosen) ?? (current.length > PASSWORD_CHARACTERS.most && 'wrong_password');
  if (refusal) return refusal;
  // A thief of the browser's session must not find the password by guessing.
  const { id } = account;
  const found = await accounts.findWithPassword(id);
  const family = devices.familyOf(found, deviceCookie);
  const admission = await throttle.admit(context.address, [{ name: id, family }]);
  if (!admission.admits(id)) return 'wrong_password';
  if (!(await verifyPassword(found?.passwordHash, current))) return 'wrong_password';
  await admission.forget([id]);
  const passwordHash = await hashNewPassword(accounts, account, chosen);
  await database.transaction((stores) =>
    setPassword(
      stores,
      { accountId: id, passwordHash, now: clock() },
      context,
      'account.password_changed',
    ),
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
  const { database, clock } = dependencies;
  const linked = await findLinkedUser(dependencies, token);
  if (!linked) return 'link_ended';
  const { accountId } = linked;
  const user = { email: linked.email, id: accountId };
  const passwordHash = await hashNewPassword(database.accounts, user, chosen);
  return database.transaction(async (stores) => {
    // A change of the user waits for this lock, or has ended the link before it.
    await stores.users.lock(accountId);
    if (!(await findLinkedUser({ database: stores, clock }, token))) return 'link_ended';
    // Of two requests at the same instant one has waited above, and then finds no link.
    if (!(await stores.passwordLinks.take(token, clock()))) return 'link_ended';
    const change = { accountId, passwordHash, now: clock() };
    await setPassword(stores, change, context, 'account.password_reset');
    return undefined;
  });
}

/** @returns undefined for a link that has ended, or whose issuer may no longer make it */
export async function findLinkedUser(
  { database, clock }: { database: PasswordLinkStores; clock: Clock },
  token: string,
): Promise<LinkedUser | undefined> {
  const linked = await database.passwordLinks.find(token, clock());
  return linked && isStillAllowed(linked) ? linked : undefined;
}

function isStillAllowed({ roles, issuerRoles: held }: LinkedUser): boolean {
  return held === null || [platformRoles.users, ...roles].every((role) => holdsRole(held, role));
}

function refusalOf(chosen: string): PasswordRefusal | undefined {
  if (chosen.length < PASSWORD_CHARACTERS.least) return 'too_short';
  return chosen.length > PASSWORD_CHARACTERS.most ? 'too_long' : undefined;
}

async function setPassword(
  stores: UserChangeStores,
  { accountId, passwordHash, now }: { accountId: string; passwordHash: string; now: Date },
  context: AuditedRequest,
  action: AuditEvent['action'],
): Promise<void> {
  const { users, audit } = stores;
  const user = await users.lock(accountId);
  if (!user || user.disabledAt) return;
  await users.setPassword(accountId, passwordHash);
  await endAccess(stores, accountId, now);
  const { organizationId } = user;
  const actor = { kind: 'account', id: accountId } as const;
  await audit.record({ actor, action, subject: accountId, organizationId, context });
}
