import {
  holdsRole,
  problem,
  roles,
  type UserChange,
  type UserRecord,
} from '@app-platform/contracts';
import { AppError, type AuditedRequest } from '@app-platform/http-api';
import type { Clock } from '@app-platform/runtime';
import type { AccountStore } from '../accounts/account-store.ts';
import { hashNewPassword } from '../accounts/new-password.ts';
import type { AuditEvent, AuditStore } from '../audit/audit-store.ts';
import type { Database } from '../database/database.ts';
import type { RevocationStore } from '../grants/revocation-store.ts';
import {
  type Administrator,
  requireHeld,
  requireNoMoreRoles,
  requireOwn,
} from './administrator.ts';
import { type EndAccessDependencies, endAccess } from './end-access.ts';

export type UserDependencies = EndAccessDependencies & {
  database: Database;
  accounts: AccountStore;
  revocations: RevocationStore;
  audit: AuditStore;
  clock: Clock;
  /** If there is one, nobody has a password here. */
  upstream?: object | undefined;
};

/** A change of one user. */
export type UserCommand = { administrator: Administrator; id: string; context: AuditedRequest };

/**
 * Changes roles, or sets a password, which ends all access.
 * @throws AppError `not_found`, `forbidden`, `last_administrator`, `signs_in_upstream`
 */
export async function changeUser(
  dependencies: UserDependencies,
  command: UserCommand,
  { roles: newRoles, password }: UserChange,
): Promise<UserRecord> {
  const { administrator } = command;
  if (newRoles) requireHeld(administrator, newRoles);
  const passwordHash = await newHashOf(dependencies, command, password);
  return change(dependencies, command, async (user, record) => {
    if (newRoles) await setRoles(dependencies, user, newRoles, record);
    if (passwordHash === undefined) return;
    requirePassword(dependencies, administrator, user);
    await dependencies.users.setPassword(user.id, passwordHash);
    await endAccess(dependencies, user.id);
    await record('account.password_set');
  });
}

/** Before the transaction: a hash takes long. @throws AppError `not_found` */
async function newHashOf(
  { users, accounts }: UserDependencies,
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
  const { users, clock } = dependencies;
  return change(dependencies, command, async (user, record) => {
    if (user.disabledAt) return;
    await requireAnotherAdministrator(dependencies, user);
    await users.setDisabled(user.id, clock());
    await endAccess(dependencies, user.id);
    await record('account.disabled');
  });
}

/** What the user had has ended. Consents that were given are remembered. @throws AppError `not_found` */
export function enableUser(dependencies: UserDependencies, command: UserCommand) {
  return change(dependencies, command, async (user, record) => {
    if (!user.disabledAt) return;
    await dependencies.users.setDisabled(user.id, null);
    await dependencies.passwordLinks.removeOf(user.id);
    await record('account.enabled');
  });
}

/**
 * Signs the user out everywhere, of the console and the command line too. Apps keep their access.
 * @throws AppError `not_found`
 */
export function endSessions(dependencies: UserDependencies, command: UserCommand) {
  return change(dependencies, command, async (user, record) => {
    await dependencies.users.endSessions(user.id);
    await dependencies.access.revokeFirstParty(user.id, null);
    await record('account.sessions_ended');
  });
}

/** @throws AppError `not_found`, `last_administrator` */
export async function deleteUser(
  dependencies: UserDependencies,
  { administrator, id, context }: UserCommand,
): Promise<void> {
  const { database, users, audit } = dependencies;
  await database.transaction(async () => {
    const user = await lockedUser(dependencies, administrator, id);
    await requireAnotherAdministrator(dependencies, user);
    await endAccess(dependencies, id);
    await users.remove(id);
    const { organizationId, email } = user;
    const event = { actor: administrator.actor, subject: id, organizationId, context };
    await audit.record({ ...event, action: 'account.deleted', detail: { email } });
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

/** Locks a user, checks who asks, changes the user and audits it, in one transaction. */
async function change(
  dependencies: UserDependencies,
  { administrator, id, context }: UserCommand,
  work: (user: UserRecord, record: Recorder) => Promise<void>,
): Promise<UserRecord> {
  const { database, audit, users } = dependencies;
  return database.transaction(async () => {
    const user = await lockedUser(dependencies, administrator, id);
    const { organizationId } = user;
    const event = { actor: administrator.actor, subject: id, organizationId, context };
    await work(user, (action, detail) =>
      audit.record({ ...event, action, ...(detail && { detail }) }),
    );
    return (await users.find(id)) ?? user;
  });
}

type Recorder = (action: AuditEvent['action'], detail?: AuditEvent['detail']) => Promise<void>;

/** The administrators are locked first, and all in one order, against deadlocks. */
async function lockedUser(
  { users }: UserDependencies,
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
  dependencies: UserDependencies,
  user: UserRecord,
  newRoles: readonly string[],
  record: Recorder,
): Promise<void> {
  const { users, revocations, passwordLinks } = dependencies;
  const roles = [...new Set(newRoles)].sort();
  if (String(roles) === String(user.roles)) return;
  if (!isAdministrator(roles)) await requireAnotherAdministrator(dependencies, user);
  const isReduced = !user.roles.every((role) => holdsRole(roles, role));
  const version = await users.setRoles(user.id, roles, isReduced);
  if (isReduced) await revocations.addRoles({ accountId: user.id, version }, roles);
  await passwordLinks.removeOf(user.id);
  await record('account.roles_changed', { before: user.roles, after: roles });
}

/** @throws AppError `last_administrator` */
async function requireAnotherAdministrator(
  { users }: UserDependencies,
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
