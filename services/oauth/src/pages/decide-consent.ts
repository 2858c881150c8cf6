import { contextOf } from '@app-platform/http-api';
import type { Request, Response } from 'express';
import {
  type AskedDependencies,
  type ConsentDependencies,
  consentRequest,
  type DecidedRequest,
  grantConsent,
  grantedScopes,
  isApproved,
  isLocalProgram,
  isOutdated,
  localProgramRequest,
  mayConsent,
  recordDecision,
  requestConsent,
} from './consent.ts';
import type { InteractionDetails } from './sign-in-page.ts';

type DecisionDependencies = ConsentDependencies & AskedDependencies;

/** What a form sent: a button of the page, and the scopes that the page showed. */
export type Choice = { decision: string; shown: string[] };

/**
 * Carries out what a user decided on the page of an app or a local program. Nothing is granted that the page
 * did not show.
 * @returns false for a decision that the page would not offer now
 */
export function decideConsent(
  dependencies: DecisionDependencies,
  details: InteractionDetails,
  choice: Choice,
  request: Request,
  response: Response,
): Promise<boolean> {
  const decide = isLocalProgram(details) ? decideOnLocalProgram : decideOnApp;
  return decide(dependencies, details, choice, request, response);
}

/** Whether the user has asked an administrator on the page of this authorization request. */
export function hasAskedAdministrator({ prompt, lastSubmission }: InteractionDetails): boolean {
  return prompt.name === 'consent' && lastSubmission?.administrator === 'asked';
}

/**
 * Signs the user in, where an administrator has approved what the user asked for on this page.
 * @returns false where the page is shown
 */
export async function finishIfApproved(
  dependencies: DecisionDependencies,
  details: InteractionDetails,
  request: Request,
  response: Response,
): Promise<boolean> {
  if (!hasAskedAdministrator(details)) return false;
  const asked = await consentRequest(dependencies, details);
  if (!(await isApproved(dependencies, asked))) return false;
  const grantId = await grantConsent(dependencies, asked, contextOf(response));
  return finishConsent(dependencies, { grantId }, request, response);
}

async function decideOnApp(
  dependencies: DecisionDependencies,
  details: InteractionDetails,
  { decision, shown }: Choice,
  request: Request,
  response: Response,
): Promise<boolean> {
  const asked = { ...(await consentRequest(dependencies, details)), shown };
  if (decision === 'deny') return deny(dependencies, asked, request, response);
  if (isOutdated(asked)) return false;
  const isAllowed = await mayConsent(dependencies, asked);
  if (!isAllowed && decision === 'ask') {
    await requestConsent(dependencies, asked, contextOf(response));
    details.lastSubmission = { ...details.lastSubmission, administrator: 'asked' };
    await details.persist();
    response.redirect(303, `/interaction/${details.uid}`);
    return true;
  }
  if (!isAllowed || decision !== 'allow') return false;
  const grantId = await grantConsent(dependencies, asked, contextOf(response));
  return finishConsent(dependencies, { grantId }, request, response);
}

async function decideOnLocalProgram(
  dependencies: DecisionDependencies,
  details: InteractionDetails,
  { decision, shown }: Choice,
  request: Request,
  response: Response,
): Promise<boolean> {
  const asked = { ...(await localProgramRequest(dependencies, details)), shown };
  if (decision === 'deny') return deny(dependencies, asked, request, response);
  if (decision !== 'allow' || isOutdated(asked)) return false;
  const scopes = grantedScopes(asked);
  await recordDecision(dependencies, asked, contextOf(response), scopes);
  return finishConsent(dependencies, { scopes }, request, response);
}

async function deny(
  dependencies: DecisionDependencies,
  asked: DecidedRequest,
  request: Request,
  response: Response,
): Promise<true> {
  await recordDecision(dependencies, asked, contextOf(response));
  const denial = { error: 'access_denied', error_description: 'the user denied access' };
  await dependencies.provider.interactionFinished(request, response, denial);
  return true;
}

/** @param consent the grant of an app, or what the session grants to a first-party client */
async function finishConsent(
  { provider }: DecisionDependencies,
  consent: { grantId: string } | { scopes: string[] },
  request: Request,
  response: Response,
): Promise<true> {
  await provider.interactionFinished(
    request,
    response,
    { consent },
    { mergeWithLastSubmission: true },
  );
  return true;
}
