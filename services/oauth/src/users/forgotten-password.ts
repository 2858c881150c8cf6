import { emailAddressToFind, type UserRecord } from '@app-platform/contracts';
import type { AuditedRequest } from '@app-platform/http-api';
import type { Clock } from '@app-platform/runtime';
import type { PasswordMailThrottle } from '../accounts/password-mail-throttle.ts';
import { type AuditStores, unknown } from '../audit/audit-store.ts';
import type { Database } from '../database/database.ts';
import type { Mail, Mailer } from '../mail/mailer.ts';
import { plainText } from '../mail/plain-text.ts';
import type { RegistryClient } from '../registry-client/registry-client.ts';
import { ignoreOutage } from '../registry-client/registry-unavailable.ts';
import { PASSWORD_LINK_PATH } from './create-user.ts';
import type { PasswordLinkStores } from './password-link-store.ts';
import type { UserStores } from './user-store.ts';

/** The page on which a user asks for a link to set a new password. */
export const FORGOTTEN_PATH = '/account/forgotten-password';

const LINK_MILLISECONDS = 3_600_000;
const MOST_ACCOUNTS = 32;
const MOST_ADDRESS_CHARACTERS = 320;

export type ForgottenPasswordDependencies = {
  database: Database<UserStores & PasswordLinkStores & AuditStores>;
  clock: Clock;
  /** The service's public address. */
  issuer: string;
  registry: Pick<RegistryClient, 'findOrganizationName'>;
  passwordMails: PasswordMailThrottle;
};

/**
 * Mails a link to each account of an address. Whether there is one is looked up in the background: neither
 * the answer nor its time tells.
 * @returns false where too many were asked for in the network
 */
export async function mailPasswordLinks(
  dependencies: ForgottenPasswordDependencies,
  mailer: Mailer,
  email: string,
  context: AuditedRequest,
): Promise<boolean> {
  const address = emailAddressToFind(email);
  if (address.length > MOST_ADDRESS_CHARACTERS || address.includes('\0')) return true;
  const admission = await dependencies.passwordMails.admit(context.address, address);
  if (admission === 'address_refused') return true;
  if (admission === 'network_refused') return false;
  mailer.enqueueComposed(() => mailsTo(dependencies, address, context));
  return true;
}

async function mailsTo(
  dependencies: ForgottenPasswordDependencies,
  address: string,
  context: AuditedRequest,
): Promise<Mail[]> {
  const users = await dependencies.database.users.listByEmail(address, MOST_ACCOUNTS);
  const mails: Mail[] = [];
  for (const user of users.filter(hasPassword)) {
    const token = await createLink(dependencies, user.id, context);
    if (token !== undefined) mails.push(await mailWith(dependencies, user, token));
  }
  return mails;
}

/** An invitation has a longer life than this link, which would replace it. */
function hasPassword({ signIn, status }: UserRecord): boolean {
  return signIn === 'password' && status === 'active';
}

/** @returns the token of the link; undefined where the user was disabled meanwhile */
function createLink(
  { database, clock }: ForgottenPasswordDependencies,
  id: string,
  context: AuditedRequest,
): Promise<string | undefined> {
  return database.transaction(async ({ users, passwordLinks, audit }) => {
    const user = await users.lock(id);
    if (!user || !hasPassword(user)) return undefined;
    const expiresAt = new Date(clock().getTime() + LINK_MILLISECONDS);
    const { organizationId } = user;
    const event = { actor: unknown, subject: id, organizationId, context };
    await audit.record({ ...event, action: 'account.password_link_created' });
    return passwordLinks.create({ user, issuerId: undefined, expiresAt });
  });
}

async function mailWith(
  { issuer, registry }: ForgottenPasswordDependencies,
  { email, organizationId }: UserRecord,
  token: string,
): Promise<Mail> {
  const name = await registry.findOrganizationName(organizationId).catch(ignoreOutage);
  const text = [
    `Somebody has asked for a new password of your account in ${plainText(name ?? organizationId)}.`,
    '',
    'Set it here, once, within an hour:',
    `${issuer}${PASSWORD_LINK_PATH}?token=${token}`,
    '',
    'If it was not you, you can ignore this message: your password stays as it is.',
  ].join('\n');
  return { to: email, subject: 'Set a new password', text };
}
