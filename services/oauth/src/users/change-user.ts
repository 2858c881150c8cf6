import {
  holdsRole,
  problem,
  roles,
  type UserChange,
  type UserRecord,
} from '@app-platform/contracts';
import { AppError, type AuditedRequest } from '@app-platform/http-api';
import type { Clock } from '@app-platform/runtime';
import type { AccountStores } from '../accounts/account-store.ts';
import { requireName } from '../accounts/create-account.ts';
import { hashNewPassword } from '../accounts/password.ts';
import type { AuditEvent, AuditStores } from '../audit/audit-store.ts';
import type { Database } from '../database/database.ts';
import type { AccessStores } from '../grants/access-store.ts';
import type { EndedUserStores } from '../grants/ended-user-store.ts';
import { endGrantsOfUser } from '../grants/ended-users.ts';
import type { RevocationStores } from '../grants/revocation-store.ts';
import { revokeFirstPartyAccess } from '../grants/revoke-access.ts';
import {
  type Administrator,
  requireHeld,
  requireNoMoreRoles,
  requireOwn,
} from './administrator.ts';
import type { PasswordLinkStores } from './password-link-store.ts';
import type { UserStores } from './user-store.ts';

/** The stores of every change of a user. */
export type UserChangeStores = AccountStores & EndAccessStores & AuditStores;

export type UserDependencies = {
  database: Database<UserChangeStores>;
  clock: Clock;
  /** The upstream provider, if one is configured. Users have no password here then. */
  upstream?: object | undefined;
};

/** A change of one user. */
export type UserCommand = { administrator: Administrator; id: string; context: AuditedRequest };

/**
 * Changes the name or the roles, or sets a password, which ends all access.
 * @throws AppError `invalid_body`, `not_found`, `forbidden`, `last_administrator`, `signs_in_upstream`
 */
export async function changeUser(
  dependencies: UserDependencies,
  command: UserCommand,
  { name, roles: newRoles, password }: UserChange,
): Promise<UserRecord> {
  const { administrator } = command;
  if (newRoles) requireHeld(administrator, newRoles);
  const newName = name === undefined ? undefined : requireName(name);
  const passwordHash = await newHashOf(dependencies, command, password);
  return change(dependencies, command, async (stores, user, record) => {
    const isRenamed = newName !== undefined && (await stores.accounts.setName(user.id, newName));
    if (isRenamed) await record('account.name_changed');
    if (newRoles) await setRoles(stores, user, newRoles, record);
    if (passwordHash === undefined) return;
    requirePassword(dependencies, administrator, user);
    await stores.users.setPassword(user.id, passwordHash);
    await endAccess(stores, user.id, dependencies.clock());
    await record('account.password_set');
  });
}

/** Before the transaction: a hash takes long. @throws AppError `not_found` */
async function newHashOf(
  { database: { users, accounts } }: UserDependencies,
  { administrator, id }: UserCommand,
  password: string | undefined,
): Promise<string | undefined> {
  if (password === undefined) return undefined;
  const user = await users.find(id);
  requireOwn(administrator, user);
  return hashNewPassword(accounts, user, password);
}

/** @throws AppError `not_found`, `last_administrator` */
export function disableUser(dependencies: UserDependencies, command: UserCommand) {
  return change(dependencies, command, async (stores, user, record) => {
    if (user.disabledAt) return;
    await requireAnotherAdministrator(stores, user);
    await stores.users.setDisabled(user.id, dependencies.clock());
    await endAccess(stores, user.id, dependencies.clock());
    await record('account.disabled');
  });
}

/** Sessions, tokens and links stay ended. Consents are remembered. @throws AppError `not_found` */
export function enableUser(dependencies: UserDependencies, command: UserCommand) {
  return change(dependencies, command, async ({ users, passwordLinks }, user, record) => {
    if (!user.disabledAt) return;
    await users.setDisabled(user.id, null);
    await passwordLinks.removeOf(user.id);
    await record('account.enabled');
  });
}

/**
 * Signs the user out everywhere, of the console and the command line too. Apps keep their access.
 * @throws AppError `not_found`
 */
export function endSessions(dependencies: UserDependencies, command: UserCommand) {
  return change(dependencies, command, async (stores, user, record) => {
    await stores.users.endSessions(user.id);
    await revokeFirstPartyAccess(stores, user.id, null);
    await record('account.sessions_ended');
  });
}

/** @throws AppError `not_found`, `last_administrator` */
export async function deleteUser(
  { database, clock }: UserDependencies,
  { administrator, id, context }: UserCommand,
): Promise<void> {
  await database.transaction(async (stores) => {
    const user = await lockedUser(stores, administrator, id);
    await requireAnotherAdministrator(stores, user);
    await endAccess(stores, id, clock());
    await stores.users.remove(id);
    const { organizationId, email } = user;
    const event = { actor: administrator.actor, subject: id, organizationId, context };
    await stores.audit.record({ ...event, action: 'account.deleted', detail: { email } });
  });
}

/** @throws AppError `signs_in_upstream`, or `forbidden` for a user with more roles */
export function requirePassword(
  { upstream }: Pick<UserDependencies, 'upstream'>,
  administrator: Administrator,
  user: UserRecord,
): void {
  requireNoMoreRoles(administrator, user);
  if (user.signIn === 'password' && !upstream) return;
  const detail = 'The user signs in at the upstream provider. Change the password there.';
  throw new AppError(problem('signs_in_upstream', detail));
}

/** Locks a user, checks the administrator, changes the user and audits it, in one transaction. */
async function change(
  { database }: UserDependencies,
  { administrator, id, context }: UserCommand,
  work: (stores: UserChangeStores, user: UserRecord, record: Recorder) => Promise<void>,
): Promise<UserRecord> {
  return database.transaction(async (stores) => {
    const user = await lockedUser(stores, administrator, id);
    const { organizationId } = user;
    const event = { actor: administrator.actor, subject: id, organizationId, context };
    await work(stores, user, (action, detail) =>
      stores.audit.record({ ...event, action, ...(detail && { detail }) }),
    );
    return (await stores.users.find(id)) ?? user;
  });
}

type Recorder = (action: AuditEvent['action'], detail?: AuditEvent['detail']) => Promise<void>;

/** The administrators are locked first, and all in one order, against deadlocks. */
async function lockedUser(
  { users }: UserStores,
  administrator: Administrator,
  id: string,
): Promise<UserRecord> {
  const found = await users.find(id);
  requireOwn(administrator, found);
  if (isAdministrator(found.roles)) await users.lockAdministrators(found.organizationId);
  const user = await users.lock(id);
  requireOwn(administrator, user);
  return user;
}

async function setRoles(
  stores: UserChangeStores,
  user: UserRecord,
  newRoles: readonly string[],
  record: Recorder,
): Promise<void> {
  const { users, revocations, passwordLinks } = stores;
  const roles = [...new Set(newRoles)].sort();
  if (String(roles) === String(user.roles)) return;
  if (!isAdministrator(roles)) await requireAnotherAdministrator(stores, user);
  const isReduced = !user.roles.every((role) => holdsRole(roles, role));
  const version = await users.setRoles(user.id, roles, isReduced);
  if (isReduced) await revocations.addRoles({ accountId: user.id, version }, roles);
  await passwordLinks.removeOf(user.id);
  await record('account.roles_changed', { before: user.roles, after: roles });
}

/** @throws AppError `last_administrator` */
async function requireAnotherAdministrator(
  { users }: UserStores,
  { id, organizationId, roles: held, status }: UserRecord,
): Promise<void> {
  if (status !== 'active' || !isAdministrator(held)) return;
  const administrators = await users.lockAdministrators(organizationId);
  if (administrators.some((other) => other !== id)) return;
  const detail = `This is the last user of the organization who can sign in and holds ${roles.users}. Give another user that role first.`;
  throw new AppError(problem('last_administrator', detail));
}

function isAdministrator(held: readonly string[]): boolean {
  return holdsRole(held, roles.users);
}

/** The stores in which a user's access ends. */
type EndAccessStores = UserStores &
  AccessStores &
  RevocationStores &
  EndedUserStores &
  PasswordLinkStores;

/**
 * Ends all access of a user: browser sessions, tokens, codes and links to set a password. The
 * transaction must have locked the user, so that no grant is added meanwhile.
 */
export async function endAccess(stores: EndAccessStores, userId: string, now: Date): Promise<void> {
  await stores.users.endSessions(userId);
  await endGrantsOfUser(stores, userId, now);
  await stores.passwordLinks.removeOf(userId);
}
