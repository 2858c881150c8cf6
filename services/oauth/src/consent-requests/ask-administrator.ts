import { holdsRole, roles } from '@app-platform/contracts';
import type { AuditedRequest } from '@app-platform/http-api';
import type { Clock } from '@app-platform/runtime';
import type { Account } from '../accounts/account-store.ts';
import type { AuditStores } from '../audit/audit-store.ts';
import type { Database } from '../database/database.ts';
import type { ConsentStores, ConsentSubject } from '../grants/consent-store.ts';
import type { SettingsStores } from '../organizations/settings-store.ts';
import type { ConsentRequestStores } from './consent-request-store.ts';

export type AskDependencies = {
  database: Database<SettingsStores & ConsentRequestStores & ConsentStores & AuditStores>;
  clock: Clock;
};

/** The app that a user wants to use, and the scopes that it would be granted. */
export type WantedApp = Omit<ConsentSubject, 'accountId'> & { scopes: string[] };

/** The state of the consent request of a user who may not consent. */
type Approval = 'not_asked' | 'pending' | 'denied';

/**
 * Whether the user needs the consent of an administrator, and has requested it.
 * @returns null for a user who may consent, or to whom it was allowed before
 */
export async function approvalOf(
  { database }: AskDependencies,
  { id, organizationId, roles: held }: Account,
  { scopes, ...app }: WantedApp,
): Promise<Approval | null> {
  if (holdsRole(held, roles.users)) return null;
  const { settings, consentRequests, consents } = database;
  const { consentPolicy } = await settings.find(organizationId);
  if (consentPolicy === 'user') return null;
  const subject = { accountId: id, ...app };
  const allowed = await consents.find(subject);
  if (isWithin(allowed, scopes)) return null;
  const request = await consentRequests.find(subject);
  if (request?.state === 'denied') return 'denied';
  // The app may request more scopes now than the approved or pending request has.
  const isWaiting = request?.state === 'pending' && isWithin(request.scopes, scopes);
  return isWaiting ? 'pending' : 'not_asked';
}

/** Whether an administrator has approved all of the scopes, and nobody has ended that. */
export async function wasApproved(
  { database: { consentRequests, consents } }: AskDependencies,
  { id: accountId }: Account,
  { scopes, ...app }: WantedApp,
): Promise<boolean> {
  const subject = { accountId, ...app };
  const request = await consentRequests.find(subject);
  if (request?.state !== 'approved') return false;
  return isWithin(request.scopes, scopes) && isWithin(await consents.find(subject), scopes);
}

function isWithin(allowed: readonly string[], scopes: readonly string[]): boolean {
  return scopes.every((scope) => allowed.includes(scope));
}

/**
 * Stores the user's request that an administrator allows an app.
 * @returns whether nobody in the organization was waiting for an answer about the app
 */
export async function askAdministrator(
  { database, clock }: AskDependencies,
  { id: accountId, organizationId }: Account,
  wanted: WantedApp,
  context: AuditedRequest,
): Promise<boolean> {
  return database.transaction(async ({ consentRequests, audit }) => {
    const isFirst = !(await consentRequests.isPending(organizationId, wanted.clientId));
    await consentRequests.ask({ ...wanted, accountId, organizationId, at: clock() });
    await audit.record({
      actor: { kind: 'account', id: accountId },
      action: 'consent.requested',
      subject: wanted.clientId,
      organizationId,
      context,
      detail: { scopes: wanted.scopes, resource: wanted.isForMcp ? 'mcp' : 'api' },
    });
    return isFirst;
  });
}
