import type { Clock } from '@app-platform/service-kit';
import type { Request, Response } from 'express';
import type Provider from 'oidc-provider';
import type { AccountSession } from '../account-pages/account-session.ts';

export type FinishDependencies = { provider: Provider; sessions: AccountSession; clock: Clock };

export type InteractionDetails = Awaited<ReturnType<Provider['interactionDetails']>>;

/** Goes on with an authorization request, as whoever has just signed in, in whatever way. */
export async function finishSignIn(
  dependencies: FinishDependencies,
  details: InteractionDetails,
  accountId: string,
  request: Request,
  response: Response,
): Promise<void> {
  await leaveOtherAccount(dependencies, details, accountId, request, response);
  const result = { login: { accountId, remember: true } };
  await dependencies.provider.interactionFinished(request, response, result, {
    mergeWithLastSubmission: false,
  });
}

/**
 * Signing in as somebody else ends the session before. oidc-provider would ask for that with a
 * page that needs script.
 */
async function leaveOtherAccount(
  { sessions, clock }: FinishDependencies,
  details: InteractionDetails,
  accountId: string,
  request: Request,
  response: Response,
): Promise<void> {
  if (!details.session?.accountId || details.session.accountId === accountId) return;
  await sessions.signOut(request, response);
  // The interaction is not tied to the session that has just ended.
  Reflect.deleteProperty(details.session, 'uid');
  await details.save(details.exp - Math.floor(clock().getTime() / 1000));
}
