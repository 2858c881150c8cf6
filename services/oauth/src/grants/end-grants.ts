import { isFirstPartyClient, problem } from '@app-platform/contracts';
import { AppError, type AuditedRequest } from '@app-platform/http-api';
import type { Clock } from '@app-platform/runtime';
import type { Actor, AuditStores } from '../audit/audit-store.ts';
import type { Database } from '../database/database.ts';
import { endGrantsOf } from './ended-grants.ts';
import type { EndedGrantsStores } from './ended-grants-store.ts';
import type { GrantFilter, GrantStores } from './organization-grant-store.ts';
import type { RevocationStores } from './revocation-store.ts';

export type EndGrantsDependencies = {
  database: Database<GrantStores & RevocationStores & EndedGrantsStores & AuditStores>;
  clock: Clock;
};

/**
 * Ends the grants of a user or an app with all their tokens and consents, by the same few rows however many
 * there are. The apps need a new consent of the users.
 * @returns how many grants
 */
export async function endGrants(
  { database, clock }: EndGrantsDependencies,
  filter: GrantFilter,
  actor: Actor,
  context: AuditedRequest,
): Promise<number> {
  const { organizationId, userId: accountId, clientId, isFirstParty } = filter;
  const ofClient = clientId === null ? null : isFirstPartyClient(clientId);
  if (ofClient !== null && isFirstParty !== null && ofClient !== isFirstParty) return 0;
  // The client says of which kind its grants are.
  const ended = { ...filter, isFirstParty: ofClient === null ? isFirstParty : null };
  return database.transaction(async (stores) => {
    const now = clock();
    const grants = await stores.grants.count(ended, now);
    const consents = await stores.grants.countConsents(ended);
    if (grants + consents === 0) return 0;
    await endGrantsOf(stores, ended, now);
    const ofGrants = clientId === null ? 'user_grants.revoked' : 'app_grants.revoked';
    await stores.audit.record({
      ...{ actor, organizationId, context },
      action: grants > 0 ? ofGrants : 'consents.removed',
      subject: clientId ?? accountId ?? organizationId,
      detail: { grants, consents, accountId, clientId, isFirstParty },
    });
    return grants;
  });
}

/** @throws AppError `not_found` */
export async function endGrant(
  { database }: EndGrantsDependencies,
  grant: { organizationId: string; grantId: string },
  actor: Actor,
  context: AuditedRequest,
): Promise<void> {
  const { organizationId } = grant;
  await database.transaction(async ({ grants, revocations, audit }) => {
    const removed = await grants.remove(grant);
    if (!removed) throw new AppError(problem('not_found', 'Your organization has no such grant.'));
    const { id, userId: accountId, clientId } = removed;
    await revocations.addGrants([id]);
    const detail = { reason: 'ended_by_administrator', accountId, clientId };
    await audit.record({
      ...{ actor, organizationId, context, detail },
      action: 'grant.revoked',
      subject: id,
    });
  });
}
