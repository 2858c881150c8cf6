import type { Clock } from '@app-platform/runtime';
import type { Request, Response } from 'express';
import type Provider from 'oidc-provider';
import type { AccountSession } from '../account-pages/account-session.ts';
import type { Account } from '../accounts/account-store.ts';
import { loginResult } from '../provider/session-version.ts';

export type FinishDependencies = { provider: Provider; sessions: AccountSession; clock: Clock };

export type InteractionDetails = Awaited<ReturnType<Provider['interactionDetails']>>;

/** Continues an authorization request with the account that has signed in. */
export async function finishSignIn(
  dependencies: FinishDependencies,
  details: InteractionDetails,
  account: Account,
  request: Request,
  response: Response,
): Promise<void> {
  await endOtherSession(dependencies, details, account, request, response);
  await dependencies.provider.interactionFinished(request, response, loginResult(account), {
    mergeWithLastSubmission: false,
  });
}

/**
 * A sign-in with another account ends the session before. oidc-provider's own page for that needs
 * script.
 */
async function endOtherSession(
  { sessions, clock }: FinishDependencies,
  details: InteractionDetails,
  account: Account,
  request: Request,
  response: Response,
): Promise<void> {
  if (!details.session?.accountId || details.session.accountId === account.id) return;
  await sessions.signOut(request, response);
  // Otherwise the interaction would still belong to the ended session.
  Reflect.deleteProperty(details.session, 'uid');
  await details.save(details.exp - Math.floor(clock().getTime() / 1000));
}
