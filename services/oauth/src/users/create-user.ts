import {
  type NewUser,
  type PasswordLinkRecord,
  problem,
  type UserRecord,
} from '@app-platform/contracts';
import { AppError, type AuditedRequest } from '@app-platform/http-api';
import { type CreateAccountDependencies, createAccount } from '../accounts/create-account.ts';
import type { Mailer } from '../mail/mailer.ts';
import { type Administrator, requireHeld, requireOwn } from './administrator.ts';
import { requirePassword, type UserCommand, type UserDependencies } from './change-user.ts';

export type UserApiDependencies = PasswordLinkDependencies & CreateAccountDependencies;

export type CreatedUser = { user: UserRecord; link: PasswordLinkRecord | undefined };

/**
 * Creates a user, who is invited where no password is given. Only the operator sets the subject at an
 * upstream provider, because the subject could belong to a user of another organization.
 * @throws AppError `forbidden` for a role that the administrator does not hold, `duplicate`,
 *   `signs_in_upstream`
 */
export async function createUser(
  dependencies: UserApiDependencies,
  administrator: Administrator,
  { organizationId, ...newUser }: NewUser & { organizationId: string },
  context: AuditedRequest,
): Promise<CreatedUser> {
  requireHeld(administrator, newUser.roles);
  if (dependencies.upstream) {
    const detail =
      'Users sign in at the upstream provider. Ask the operator, who creates them with their subject there.';
    throw new AppError(problem('signs_in_upstream', detail));
  }
  const { actor } = administrator;
  const request = { ...newUser, organizationId };
  const { id } = await createAccount(dependencies, request, { actor, context, mayInvite: true });
  const link =
    newUser.password === undefined
      ? await createPasswordLink(dependencies, { administrator, id, context })
      : undefined;
  const user = await dependencies.database.users.find(id);
  requireOwn(administrator, user);
  return { user, link };
}

export type PasswordLinkDependencies = UserDependencies & {
  /** The service's public address. */
  issuer: string;
  /** Left out where no mail server is configured. */
  mailer?: Mailer | undefined;
};

export const PASSWORD_LINK_PATH = '/account/password-link';

const HOUR_MILLISECONDS = 3_600_000;
const INVITATION_HOURS = 72;
const RESET_HOURS = 24;

/**
 * Creates a link by which the user sets a password, once. It replaces the link before.
 * @throws AppError `not_found`, `forbidden` for a user with more roles, `signs_in_upstream`
 */
export async function createPasswordLink(
  dependencies: PasswordLinkDependencies,
  { administrator, id, context }: UserCommand,
): Promise<PasswordLinkRecord> {
  const { database, clock, issuer } = dependencies;
  const { user, token, expiresAt } = await database.transaction(async (stores) => {
    const { users, passwordLinks, audit } = stores;
    const user = await users.lock(id);
    requireOwn(administrator, user);
    requirePassword(dependencies, administrator, user);
    const hours = user.status === 'invited' ? INVITATION_HOURS : RESET_HOURS;
    const expiresAt = new Date(clock().getTime() + hours * HOUR_MILLISECONDS);
    const { actor } = administrator;
    const issuerId = actor.kind === 'account' ? actor.id : undefined;
    const token = await passwordLinks.create({ user, issuerId, expiresAt });
    const { organizationId } = user;
    const event = { actor: administrator.actor, subject: id, organizationId, context };
    await audit.record({ ...event, action: 'account.password_link_created' });
    return { user, token, expiresAt };
  });
  const url = `${issuer}${PASSWORD_LINK_PATH}?token=${token}`;
  const link = { url, expiresAt: expiresAt.toISOString() };
  return { ...link, mailed: await mail(dependencies, user, link) };
}

/** @returns false where the administrator has to hand the link over */
async function mail(
  { mailer }: PasswordLinkDependencies,
  { email, status }: UserRecord,
  { url, expiresAt }: Omit<PasswordLinkRecord, 'mailed'>,
): Promise<boolean> {
  if (!mailer) return false;
  const [subject, first] =
    status === 'invited'
      ? ['You are invited', 'An administrator of your organization has created an account for you.']
      : ['Set a new password', 'An administrator has sent you a link to set a new password.'];
  const text = [
    first,
    '',
    `Set your password here, once, until ${expiresAt.slice(0, 16).replace('T', ' ')} UTC:`,
    url,
    '',
    'If you did not expect this message, you can ignore it.',
  ].join('\n');
  return mailer.send({ to: email, subject, text });
}
