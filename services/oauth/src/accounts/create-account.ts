import { randomUUID } from 'node:crypto';
import { type CreateAccountRequest, problem } from '@app-platform/contracts';
import { AppError, type AuditedRequest } from '@app-platform/http-api';
import { type AuditStore, operator } from '../audit/audit-store.ts';
import type { Database } from '../database/database.ts';
import type { AccountStore } from './account-store.ts';
import { hashPassword } from './password.ts';

export type CreateAccountDependencies = {
  database: Database;
  accounts: AccountStore;
  audit: AuditStore;
  /** The upstream provider of the subjects. */
  upstream?: { issuer: string } | undefined;
};

/**
 * @throws AppError `duplicate` if an account already has the email address or the subject,
 * `invalid_body` unless there is exactly one way to sign in
 */
export async function createAccount(
  { database, accounts, audit, upstream }: CreateAccountDependencies,
  request: CreateAccountRequest,
  context: AuditedRequest,
): Promise<{ id: string }> {
  const { organizationId, roles } = request;
  const email = request.email.toLowerCase();
  const account = { id: randomUUID(), organizationId, email, roles: [...new Set(roles)].sort() };
  const credential = await credentialOf(request, upstream?.issuer);
  const isCreated = await database.transaction(async () => {
    if (!(await accounts.create(account, credential))) return false;
    const { id: subject, organizationId: _column, ...detail } = account;
    const action = 'account.created';
    await audit.record({ actor: operator, action, subject, organizationId, context, detail });
    return true;
  });
  if (isCreated) return { id: account.id };
  const [detail, parameter] = (await accounts.findByEmail(email))
    ? ['Another account has this email address.', 'email']
    : ['Another account of this organization has this subject.', 'upstreamSubject'];
  throw new AppError(problem('duplicate', detail, { parameter }));
}

async function credentialOf(
  { password, upstreamSubject }: CreateAccountRequest,
  upstreamIssuer: string | undefined,
) {
  if (upstreamSubject === undefined) {
    if (password !== undefined) return { passwordHash: await hashPassword(password) };
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
