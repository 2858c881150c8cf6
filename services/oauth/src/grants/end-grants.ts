import { problem } from '@app-platform/contracts';
import { AppError, type AuditedRequest } from '@app-platform/http-api';
import type { Clock } from '@app-platform/runtime';
import type { Actor, AuditStores } from '../audit/audit-store.ts';
import type { Database } from '../database/database.ts';
import type { EndedUserStores } from './ended-user-store.ts';
import { endGrantsOfUser } from './ended-users.ts';
import type { GrantFilter, GrantStores } from './organization-grant-store.ts';
import type { RevocationStores } from './revocation-store.ts';

type EndGrantsStores = GrantStores & RevocationStores & EndedUserStores & AuditStores;

export type EndGrantsDependencies = { database: Database<EndGrantsStores>; clock: Clock };

/** Few enough for a short transaction, which writes an audit row for each. */
const MOST_AT_ONCE = 100;

/**
 * Ends grants with all their tokens. The apps need a new consent of the users.
 * @returns how many
 */
export async function endGrants(
  { database, clock }: EndGrantsDependencies,
  filter: GrantFilter,
  actor: Actor,
  context: AuditedRequest,
): Promise<number> {
  const { userId } = filter;
  if (userId !== null && isOfWholeUser(filter)) {
    const user = { organizationId: filter.organizationId, userId };
    return database.transaction((stores) => endAllOfUser(stores, user, actor, context, clock()));
  }
  // First, so that no consent becomes a grant meanwhile.
  if (filter.grantId === null) {
    await database.transaction((stores) => forgetConsents(stores, filter, actor, context));
  }
  let ended = 0;
  let some: number;
  do {
    some = await database.transaction((stores) => endSome(stores, filter, actor, context));
    ended += some;
  } while (some === MOST_AT_ONCE);
  return ended;
}

/** @throws AppError `not_found` */
export async function endGrant(
  dependencies: EndGrantsDependencies,
  { organizationId, grantId }: { organizationId: string; grantId: string },
  actor: Actor,
  context: AuditedRequest,
): Promise<void> {
  const filter = { organizationId, grantId, userId: null, clientId: null, isFirstParty: null };
  if ((await endGrants(dependencies, filter, actor, context)) > 0) return;
  throw new AppError(problem('not_found', 'Your organization has no such grant.'));
}

function isOfWholeUser({ grantId, clientId, isFirstParty }: GrantFilter): boolean {
  return grantId === null && clientId === null && isFirstParty === null;
}

/** They are void at once, and removed later. */
async function endAllOfUser(
  stores: EndGrantsStores,
  { organizationId, userId }: { organizationId: string; userId: string },
  actor: Actor,
  context: AuditedRequest,
  now: Date,
): Promise<number> {
  const { grants, audit } = stores;
  const filter = { organizationId, userId, clientId: null, isFirstParty: null };
  const isUser = await grants.lockUser(organizationId, userId);
  if (!isUser) return 0;
  await forgetConsents(stores, { ...filter, grantId: null }, actor, context);
  const count = await grants.countOfUser(userId, now);
  if (count === 0) return 0;
  await endGrantsOfUser(stores, userId, now);
  await audit.record({
    ...{ actor, organizationId, context },
    action: 'user_grants.revoked',
    subject: userId,
    detail: { grants: count },
  });
  return count;
}

async function forgetConsents(
  { grants, audit }: EndGrantsStores,
  { grantId: _none, ...filter }: GrantFilter,
  actor: Actor,
  context: AuditedRequest,
): Promise<void> {
  const consents = await grants.forgetConsents(filter);
  if (consents === 0) return;
  const { organizationId, userId: accountId, clientId } = filter;
  await audit.record({
    ...{ actor, organizationId, context },
    action: 'consents.removed',
    subject: clientId ?? accountId ?? organizationId,
    detail: { consents, accountId, clientId },
  });
}

async function endSome(
  { grants, revocations, audit }: EndGrantsStores,
  filter: GrantFilter,
  actor: Actor,
  context: AuditedRequest,
): Promise<number> {
  const { organizationId } = filter;
  const removed = await grants.remove(filter, MOST_AT_ONCE);
  await revocations.addGrants(removed.map(({ id }) => id));
  for (const { id, userId: accountId, clientId } of removed) {
    const detail = { reason: 'ended_by_administrator', accountId, clientId };
    await audit.record({
      ...{ actor, organizationId, context, detail },
      action: 'grant.revoked',
      subject: id,
    });
  }
  return removed.length;
}
