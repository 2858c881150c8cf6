import { problem } from '@app-platform/contracts';
import { AppError, type AuditedRequest } from '@app-platform/http-api';
import type { Actor } from '../audit/audit-store.ts';
import type { AskDependencies } from './ask-administrator.ts';
import type { ConsentRequestRecord } from './consent-request-store.ts';

export type Decision = {
  id: string;
  organizationId: string;
  decision: 'approved' | 'denied';
  /** What the administrator saw. A denial may leave it out. */
  scopes?: string[];
  actor: Actor;
  context: AuditedRequest;
};

/**
 * Answers a user's request as the administrator saw it. Approved is the same as the user's consent: the app
 * gets access when the user opens it, within the roles of the user at that time.
 * @throws AppError `invalid_body`, `not_found`, `already_decided`, `request_changed` with the difference
 */
export function decideConsentRequest(
  { database, clock }: AskDependencies,
  { id, organizationId, decision, scopes: seenScopes, actor, context }: Decision,
): Promise<ConsentRequestRecord> {
  if (decision === 'approved' && !seenScopes) throw unseen();
  return database.transaction(async ({ consentRequests, consents, audit }) => {
    const at = clock();
    const seen = { id, organizationId, state: decision, seenScopes: seenScopes ?? null, at };
    const found = await consentRequests.decide(seen);
    if (!found) {
      throw new AppError(problem('not_found', 'Your organization has no such request.'));
    }
    const { isDecided, ...request } = found;
    if (!isDecided) throw refusalOf(request, seenScopes ?? []);
    const { userId: accountId, clientId, scopes, installedSince, isForMcp } = request;
    if (decision === 'approved') {
      await consents.add({ accountId, clientId, installedSince, isForMcp }, scopes);
    }
    await audit.record({
      ...{ actor, organizationId, context },
      action: `consent_request.${decision}`,
      subject: clientId,
      detail: { accountId, scopes, resource: isForMcp ? 'mcp' : 'api' },
    });
    return { ...request, state: decision, decidedAt: at };
  });
}

function unseen(): AppError {
  const detail =
    "'scopes' is required for an approval: those of the request, as GET /v1/consent-requests lists them.";
  return new AppError(problem('invalid_body', detail, { pointer: '/scopes' }));
}

function refusalOf({ state, scopes }: ConsentRequestRecord, seen: readonly string[]): AppError {
  if (state !== 'pending') {
    const detail = `The request is ${state} already. The user can ask again.`;
    return new AppError(problem('already_decided', detail));
  }
  const added = scopes.filter((scope) => !seen.includes(scope));
  const removed = seen.filter((scope) => !scopes.includes(scope));
  const changes = [
    ...(added.length > 0 ? [`asks also for ${added.join(', ')}`] : []),
    ...(removed.length > 0 ? [`asks no more for ${removed.join(', ')}`] : []),
  ];
  const detail = `The user has changed the request. It ${changes.join(' and ')}. Decide with the scopes that it has now.`;
  const meta = { scopes, added, removed };
  return new AppError(problem('request_changed', detail, { pointer: '/scopes' }, meta));
}
