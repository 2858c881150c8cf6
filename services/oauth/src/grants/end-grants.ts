import { isFirstPartyClient, problem } from '@app-platform/contracts';
import { AppError, type AuditedRequest } from '@app-platform/http-api';
import type { Clock } from '@app-platform/runtime';
import type { Actor, AuditStores } from '../audit/audit-store.ts';
import type { Database } from '../database/database.ts';
import { endGrantsOf } from './ended-grants.ts';
import type { EndedGrantsStores } from './ended-grants-store.ts';
import type { GrantFilter, GrantReference, GrantStores } from './organization-grant-store.ts';
import type { RevocationStores } from './revocation-store.ts';

type EndingStores = GrantStores & RevocationStores & EndedGrantsStores;

export type EndGrantsDependencies = {
  database: Database<EndingStores & AuditStores>;
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
    const { consents, alone } = await stores.grants.countConsents(ended, now);
    if (grants + consents === 0) return 0;
    await endGrantsOf(stores, ended, now);
    const ofGrants = clientId === null ? 'user_grants.revoked' : 'app_grants.revoked';
    await stores.audit.record({
      ...{ actor, organizationId, context },
      action: grants > 0 ? ofGrants : 'consents.removed',
      subject: clientId ?? accountId ?? organizationId,
      detail: { grants, consents, accountId, clientId, isFirstParty },
    });
    return grants + alone;
  });
}

/**
 * Ends a grant by its id. With that of a consent, whatever the user has granted to the app since it was listed
 * ends too.
 * @throws AppError `not_found`
 */
export async function endGrant(
  { database, clock }: EndGrantsDependencies,
  grant: GrantReference,
  actor: Actor,
  context: AuditedRequest,
): Promise<void> {
  const { organizationId } = grant;
  await database.transaction(async (stores) => {
    const { grants, revocations, audit } = stores;
    const removed = await grants.remove(grant);
    if (removed) await revocations.addGrants([removed.id]);
    const { userId, clientId } = removed ?? (await endConsent(stores, grant, clock()));
    const accountId = userId;
    const detail = { reason: 'ended_by_administrator', accountId, clientId };
    await audit.record({
      ...{ actor, organizationId, context, detail },
      action: 'grant.revoked',
      subject: grant.grantId,
    });
  });
}

async function endConsent(
  stores: EndingStores,
  grant: GrantReference,
  now: Date,
): Promise<{ userId: string; clientId: string }> {
  const found = await stores.grants.findConsent(grant);
  if (!found) throw new AppError(problem('not_found', 'Your organization has no such grant.'));
  const { organizationId } = grant;
  await endGrantsOf(stores, { organizationId, isFirstParty: null, ...found }, now);
  return found;
}
