import { problem } from '@app-platform/contracts';
import { AppError, type AuditedRequest } from '@app-platform/http-api';
import type { Actor } from '../audit/audit-store.ts';
import type { AskDependencies } from './ask-administrator.ts';
import type { ConsentRequestRecord } from './consent-request-store.ts';

export type Decision = {
  id: string;
  organizationId: string;
  decision: 'approved' | 'denied';
  actor: Actor;
  context: AuditedRequest;
};

/**
 * Answers a user's request. Approved is the same as the user's consent: the app gets access when the
 * user opens it, within what the user holds then.
 * @throws AppError `not_found`, `already_decided`
 */
export function decideConsentRequest(
  { database, consentRequests, consents, audit, clock }: AskDependencies,
  { id, organizationId, decision, actor, context }: Decision,
): Promise<ConsentRequestRecord> {
  return database.transaction(async () => {
    const request = await consentRequests.lock(id, organizationId);
    if (!request) {
      throw new AppError(problem('not_found', 'Your organization has no such request.'));
    }
    if (request.state !== 'pending') {
      const detail = `The request is ${request.state} already. The user can ask again.`;
      throw new AppError(problem('already_decided', detail));
    }
    const { userId: accountId, clientId, scopes, installedSince } = request;
    const at = clock();
    await consentRequests.decide(id, decision, at);
    if (decision === 'approved') {
      await consents.add({ accountId, clientId, scopes, installedSince, at });
    }
    await audit.record({
      ...{ actor, organizationId, context },
      action: `consent_request.${decision}`,
      subject: clientId,
      detail: { accountId, scopes },
    });
    return { ...request, state: decision, decidedAt: at };
  });
}
