import { randomUUID } from 'node:crypto';
import { type CreateAccountRequest, problem } from '@app-platform/contracts';
import { AppError, type AuditedRequest } from '@app-platform/service-kit';
import { type AuditStore, operator } from '../audit/audit-store.ts';
import type { Database } from '../database/database.ts';
import type { AccountStore } from './account-store.ts';
import { hashPassword } from './password.ts';

export type CreateAccountDependencies = {
  database: Database;
  accounts: AccountStore;
  audit: AuditStore;
  /** The provider that subjects are known at. */
  upstream?: { issuer: string } | undefined;
};

/**
 * @throws AppError `duplicate` where somebody has that email address or that subject already,
 * `invalid_body` for anything but one way to sign in
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
    ? ['Somebody has this email address already.', 'email']
    : ['Somebody in this organization has this subject already.', 'upstreamSubject'];
  throw new AppError(problem('duplicate', detail, { parameter }));
}

async function credentialOf(
  { password, upstreamSubject }: CreateAccountRequest,
  upstreamIssuer: string | undefined,
) {
  if (upstreamSubject === undefined) {
    if (password !== undefined) return { passwordHash: await hashPassword(password) };
    throw invalid('password', "'password' is required, or 'upstreamSubject'.");
  }
  if (password !== undefined) {
    throw invalid('upstreamSubject', "'upstreamSubject' is instead of 'password'. Give one.");
  }
  if (upstreamIssuer === undefined) {
    const detail = 'No upstream provider is configured that would know this subject.';
    throw invalid('upstreamSubject', detail);
  }
  return { upstream: { issuer: upstreamIssuer, subject: upstreamSubject } };
}

function invalid(property: string, detail: string): AppError {
  return new AppError(problem('invalid_body', detail, { pointer: `/${property}` }));
}
