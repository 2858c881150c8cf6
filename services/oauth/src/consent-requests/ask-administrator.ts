import { holdsRole, roles } from '@app-platform/contracts';
import type { AuditedRequest } from '@app-platform/http-api';
import type { Clock } from '@app-platform/runtime';
import type { Account } from '../accounts/account-store.ts';
import type { AuditStore } from '../audit/audit-store.ts';
import type { Database } from '../database/database.ts';
import type { ConsentStore } from '../grants/consent-store.ts';
import type { SettingsStore } from '../organizations/settings-store.ts';
import type { ConsentRequestStore } from './consent-request-store.ts';

export type AskDependencies = {
  database: Database;
  settings: SettingsStore;
  consentRequests: ConsentRequestStore;
  consents: ConsentStore;
  audit: AuditStore;
  clock: Clock;
};

/** The app that a user wants to use, and what it would be granted. */
export type WantedApp = { clientId: string; scopes: string[]; installedSince: Date };

/** What a user who may not consent has asked so far. */
export type Approval = 'not_asked' | 'pending' | 'denied';

/**
 * Whether the user has to ask an administrator, and has done so.
 * @returns null for a user who may consent, or to whom it was allowed before
 */
export async function approvalOf(
  { settings, consentRequests, consents }: AskDependencies,
  { id, organizationId, roles: held }: Account,
  { clientId, scopes, installedSince }: WantedApp,
): Promise<Approval | null> {
  if (holdsRole(held, roles.users)) return null;
  if ((await settings.consentPolicy(organizationId)) === 'user') return null;
  const allowed = await consents.find(id, clientId, installedSince);
  if (isWithin(allowed, scopes)) return null;
  const request = await consentRequests.find(id, clientId, installedSince);
  if (request?.state === 'denied') return 'denied';
  // What is approved, or waits, may be less than the app asks for now.
  const isWaiting = request?.state === 'pending' && isWithin(request.scopes, scopes);
  return isWaiting ? 'pending' : 'not_asked';
}

function isWithin(allowed: readonly string[], scopes: readonly string[]): boolean {
  return scopes.every((scope) => allowed.includes(scope));
}

/** Asks the administrators to allow an app. */
export async function askAdministrator(
  { database, consentRequests, audit, clock }: AskDependencies,
  { id: accountId, organizationId }: Account,
  wanted: WantedApp,
  context: AuditedRequest,
): Promise<void> {
  await database.transaction(async () => {
    await consentRequests.ask({ ...wanted, accountId, organizationId, at: clock() });
    await audit.record({
      actor: { kind: 'account', id: accountId },
      action: 'consent.requested',
      subject: wanted.clientId,
      organizationId,
      context,
      detail: { scopes: wanted.scopes },
    });
  });
}
