import type { Request, Response } from 'express';
import type Provider from 'oidc-provider';
import type { Account } from '../accounts/account-store.ts';
import { loginResult } from '../provider/session-version.ts';

export type FinishDependencies = { provider: Provider };

export type InteractionDetails = Awaited<ReturnType<Provider['interactionDetails']>>;

/** Continues an authorization request with the account that has signed in. */
export async function finishSignIn(
  { provider }: FinishDependencies,
  account: Account,
  request: Request,
  response: Response,
): Promise<void> {
  await provider.interactionFinished(request, response, loginResult(account), {
    mergeWithLastSubmission: false,
  });
}
