import { randomUUID } from 'node:crypto';
import {
  type CreateAccountRequest,
  normalizeEmailAddress,
  normalizePersonName,
  problem,
} from '@app-platform/contracts';
import { AppError, type AuditedRequest } from '@app-platform/http-api';
import type { Actor, AuditStores } from '../audit/audit-store.ts';
import type { Database } from '../database/database.ts';
import type { AccountStores, NewCredential } from './account-store.ts';
import { hashNewPassword } from './password.ts';

export type CreateAccountDependencies = {
  database: Database<AccountStores & AuditStores>;
  /** The upstream provider of the subjects. */
  upstream?: { issuer: string } | undefined;
};

export type AccountCreator = {
  actor: Actor;
  context: AuditedRequest;
  /** Whether an account may be without a way to sign in: its user then sets a password by a link. */
  mayInvite?: boolean;
};

/**
 * @throws AppError `duplicate` if an account of the organization has the email address or the subject,
 * `invalid_body` for an address that is none, and unless there is exactly one way to sign in, or none for
 * an invited user
 */
export async function createAccount(
  { database, upstream }: CreateAccountDependencies,
  request: CreateAccountRequest,
  { actor, context, mayInvite = false }: AccountCreator,
): Promise<{ id: string }> {
  const { organizationId, roles } = request;
  const email = requireAddress(request.email);
  const name = requireName(request.name ?? null);
  const account = {
    id: randomUUID(),
    ...{ organizationId, email, name },
    roles: [...new Set(roles)].sort(),
  };
  const hash = (password: string) => hashNewPassword(database.accounts, { email }, password);
  const credential = await credentialOf(request, upstream?.issuer, mayInvite, hash);
  const isCreated = await database.transaction(async ({ accounts, audit }) => {
    if (!(await accounts.create(account, credential))) return false;
    const { id: subject, organizationId: _column, ...detail } = account;
    const action = 'account.created';
    await audit.record({ actor, action, subject, organizationId, context, detail });
    return true;
  });
  if (isCreated) return { id: account.id };
  const [detail, parameter] = (await database.accounts.hasEmail(organizationId, email))
    ? ['Another account of this organization has this email address.', 'email']
    : ['Another account of this organization has this subject.', 'upstreamSubject'];
  throw new AppError(problem('duplicate', detail, { parameter }));
}

/** @throws AppError `invalid_body` for a text that is no name */
export function requireName(text: string | null): string | null {
  const found = normalizePersonName(text ?? '');
  if ('fault' in found) throw invalid('name', `'name' ${found.fault}`);
  return found.name;
}

function requireAddress(text: string): string {
  const found = normalizeEmailAddress(text);
  if ('fault' in found) throw invalid('email', `'email' ${found.fault}`);
  return found.address;
}

async function credentialOf(
  { password, upstreamSubject }: CreateAccountRequest,
  upstreamIssuer: string | undefined,
  mayInvite: boolean,
  hash: (password: string) => Promise<string>,
): Promise<NewCredential> {
  if (upstreamSubject === undefined) {
    if (password !== undefined) return { passwordHash: await hash(password) };
    if (mayInvite) return undefined;
    throw invalid('password', "'password' or 'upstreamSubject' is required.");
  }
  if (password !== undefined) {
    throw invalid('upstreamSubject', "Give either 'upstreamSubject' or 'password', not both.");
  }
  if (upstreamIssuer === undefined) {
    const detail = 'No upstream provider is configured.';
    throw invalid('upstreamSubject', detail);
  }
  return { upstream: { issuer: upstreamIssuer, subject: upstreamSubject } };
}

function invalid(property: string, detail: string): AppError {
  return new AppError(problem('invalid_body', detail, { pointer: `/${property}` }));
}
