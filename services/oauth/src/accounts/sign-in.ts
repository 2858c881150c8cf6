import {
  type ClientRecord,
  emailAddressToFind,
  normalizePersonName,
} from '@app-platform/contracts';
import type { RequestContext } from '@app-platform/http-api';
import { type AuditEvent, type AuditStores, unknown } from '../audit/audit-store.ts';
import type { Database } from '../database/database.ts';
import type { SignInCounts } from '../metrics/oauth-metrics.ts';
import type { Account, AccountStore, AccountStores, PasswordAccount } from './account-store.ts';
import type { DeviceCookies } from './device-cookies.ts';
import { hashPassword, matchPassword } from './password.ts';
import type { SignInThrottle } from './sign-in-throttle.ts';
import type { UpstreamIdentity } from './upstream/upstream-provider.ts';

/** Longer passwords are not hashed, which would be expensive. */
const MOST_PASSWORD_CHARACTERS = 1024;

export type SignInDependencies = {
  database: AccountStores & AuditStores;
  throttle: SignInThrottle;
  devices: DeviceCookies;
  signIns: SignInCounts;
};

export type SignInAttempt = {
  email: string;
  password: string;
  /** The browser's, if it has one. */
  deviceCookie: string | undefined;
  context: RequestContext;
};

export type SignInOutcome = {
  /** None for any refusal: the reason would reveal whether an account exists. */
  accounts: PasswordAccount[];
  /** Whether the password is right, and an administrator has disabled the account. */
  isDisabled: boolean;
};

/**
 * The accounts that an address and a password fit, of one organization each. Where it is a single one,
 * its sign-in is audited; of several accounts the user chooses one.
 */
export async function signIn(
  { database: { accounts, audit }, throttle, devices, signIns }: SignInDependencies,
  { email, password, deviceCookie, context }: SignInAttempt,
): Promise<SignInOutcome> {
  const address = emailAddressToFind(email);
  const isStorable = address.length <= 320 && !address.includes('\0');
  const found = isStorable ? await accounts.listByEmail(address) : [];
  const guessed = found.map((account) => ({
    name: account.id,
    family: devices.familyOf(account, deviceCookie),
  }));
  const names = guessed.length > 0 ? guessed : [{ name: address }];
  const admission = await throttle.admit(context.address, names);
  if (!admission.isChecked) {
    signIns.count('password', 'throttled');
    return { accounts: [], isDisabled: false };
  }
  const tried = password.length <= MOST_PASSWORD_CHARACTERS ? password : '';
  const matches = await matchPassword(found.map(hashOf), tried);
  const isRight = (id: string, index: number) => matches[index] !== 'wrong' && admission.admits(id);
  const known = found.filter(({ id }, index) => isRight(id, index));
  const fitting = known.filter(({ isDisabled }) => !isDisabled);
  const earlier = found.filter((_, index) => matches[index] === 'right_as_typed');
  const right = await Promise.all(
    fitting.map((account) =>
      earlier.includes(account) ? withNewHash(accounts, account, tried) : account,
    ),
  );
  const rightIds = right.map(({ id }) => id);
  // A throttled guess is not audited: the rows could be used to flood the database.
  const wrong = names.filter(({ name }) => admission.admits(name) && !rightIds.includes(name));
  const refusals = wrong.map(({ name }) =>
    refusal(
      found.find(({ id }) => id === name),
      context,
    ),
  );
  const [only, ...others] = right;
  const isSingle = only !== undefined && others.length === 0;
  await audit.recordAll([...refusals, ...(isSingle ? [success(only, context)] : [])]);
  if (right.length > 0) await admission.forget(rightIds);
  if (isSingle) signIns.count('password', 'succeeded');
  else if (!only) signIns.count('password', refusals.length > 0 ? 'refused' : 'throttled');
  return { accounts: right, isDisabled: known.length > 0 && right.length === 0 };
}

/** Replaces a hash that an earlier release made, unless the password was changed meanwhile. */
async function withNewHash(
  accounts: Pick<AccountStore, 'replaceHash'>,
  account: PasswordAccount,
  password: string,
): Promise<PasswordAccount> {
  const { id, passwordHash: before } = account;
  if (before === null) return account;
  const passwordHash = await hashPassword(password, before);
  return (await accounts.replaceHash(id, before, passwordHash))
    ? { ...account, passwordHash }
    : account;
}

function hashOf({ passwordHash }: PasswordAccount): string {
  return passwordHash ?? '';
}

/** The audit event of a sign-in. */
export function success({ id, organizationId }: Account, context: RequestContext): AuditEvent {
  const actor = { kind: 'account', id } as const;
  return { actor, action: 'sign_in.succeeded', subject: id, organizationId, context };
}

function refusal(account: Account | undefined, context: RequestContext): AuditEvent {
  const { id: subject = '', organizationId = null } = account ?? {};
  return { actor: unknown, action: 'sign_in.refused', subject, organizationId, context };
}

export type UpstreamMatchDependencies = {
  database: Database<AccountStores & AuditStores>;
  clients: {
    lookUp(clientId: string, organizationId: string): Promise<ClientRecord | undefined>;
  };
  signIns: SignInCounts;
};

/**
 * Finds the accounts of an upstream identity. Where it is a single one, its sign-in is audited; of
 * several accounts the user chooses one.
 *
 * Matches by issuer and subject only: an email address is no proof, and could open an account of
 * another organization.
 * @param clientId the app, whose installation decides where one organization alone has it; left out
 *   where the user is to choose
 */
export async function signInByUpstream(
  dependencies: UpstreamMatchDependencies,
  identity: UpstreamIdentity,
  context: RequestContext,
  clientId?: string,
): Promise<Account[]> {
  const found = await dependencies.database.accounts.findByUpstream(identity);
  await fillNames(dependencies.database, found, identity, context);
  const fitting = await withApp(dependencies, found, clientId);
  if (fitting.length > 1) return fitting;
  const [account] = fitting;
  await dependencies.database.audit.record({
    actor: account ? { kind: 'account', id: account.id } : unknown,
    action: account ? 'sign_in.succeeded' : 'sign_in.refused',
    subject: account?.id ?? '',
    organizationId: account?.organizationId ?? null,
    context,
    detail: upstreamDetail(identity),
  });
  dependencies.signIns.count('upstream', account ? 'succeeded' : 'refused');
  return fitting;
}

/** Gives accounts that have no name the one of the upstream provider. A name that was chosen here stays. */
async function fillNames(
  database: UpstreamMatchDependencies['database'],
  found: readonly Account[],
  identity: UpstreamIdentity,
  context: RequestContext,
): Promise<void> {
  const normalized = normalizePersonName(identity.name ?? '');
  const nameless = found.filter(({ name }) => name === null);
  if (!('name' in normalized) || normalized.name === null || nameless.length === 0) return;
  const { name: newName } = normalized;
  await database.transaction(async ({ accounts, audit }) => {
    for (const { id, organizationId } of nameless) {
      if (!(await accounts.setName(id, newName))) continue;
      const actor = { kind: 'account', id } as const;
      const detail = upstreamDetail(identity);
      const action = 'account.name_changed';
      await audit.record({ actor, action, subject: id, organizationId, context, detail });
    }
  });
}

/** The identity, for an audit event. */
export function upstreamDetail({ issuer, subject }: UpstreamIdentity) {
  return { upstreamIssuer: issuer, upstreamSubject: subject };
}

/** The accounts whose organizations have the app installed; all where none has. */
async function withApp(
  { clients }: UpstreamMatchDependencies,
  found: Account[],
  clientId: string | undefined,
): Promise<Account[]> {
  if (found.length < 2 || clientId === undefined) return found;
  const records = await Promise.all(
    found.map(({ organizationId }) => clients.lookUp(clientId, organizationId)),
  );
  const installed = found.filter((_, index) => records[index]?.installedSince);
  return installed.length > 0 ? installed : found;
}
