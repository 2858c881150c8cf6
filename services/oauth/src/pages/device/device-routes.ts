import { localProgramClient } from '@app-platform/contracts';
import { contextOf } from '@app-platform/http-api';
import { type Request, type Response, Router } from 'express';
import type { UserCodeThrottle } from '../../accounts/user-code-throttle.ts';
import { DEVICE_PATH } from '../../endpoints/endpoint-paths.ts';
import type { DeviceRequest } from '../../provider/device-codes.ts';
import { scopesOf } from '../../provider/scopes.ts';
import { errorTexts, texts } from '../../rendering/page-texts.ts';
import { renderPage } from '../../rendering/pages.ts';
import { type AccountPageDependencies, sendPage, signInPage } from '../account-routes.ts';
import { type InteractionErrorDependencies, interactionErrors } from '../error-page.ts';
import {
  DEVICE_FORM_COOKIE,
  type FinalPage,
  formBody,
  isGenuine,
  issueForm,
  onceInAccountPages,
  textFields,
} from '../forms.ts';
import { addressWithPage, DEVICE_DECISION_PATH } from '../page-after-sign-in.ts';
import { anotherAccount, wayBackToPlatform } from '../way-back.ts';
import {
  type Decider,
  type DeviceDecisionDependencies,
  decideDevice,
  describeDevice,
  isRecentEnough,
} from './device-decision.ts';
import { EnteredCodes, normalizeCode } from './entered-code.ts';

export type DevicePageDependencies = AccountPageDependencies &
  DeviceDecisionDependencies &
  InteractionErrorDependencies & {
    userCodes: UserCodeThrottle;
  };

type Dependencies = DevicePageDependencies & { entered: EnteredCodes };
type Handler = (
  dependencies: Dependencies,
  request: Request,
  response: Response,
) => Promise<unknown>;

/** The pages on which a user enters the code of a device, and decides about it (RFC 8628 section 3.3). */
export function deviceRoutes(given: DevicePageDependencies): Router {
  // A client that is not configured does not exist.
  if (!given.firstPartyRedirectUris?.cli) return Router();
  const dependencies = { ...given, entered: new EnteredCodes(given.csrf, given.cookies) };
  const by = (handler: Handler) => async (request: Request, response: Response) => {
    await handler(dependencies, request, response);
  };
  return Router()
    .get(DEVICE_PATH, by(showCodeForm))
    .post(DEVICE_PATH, formBody, by(postCode))
    .get(DEVICE_DECISION_PATH, by(showDecision))
    .post(
      DEVICE_DECISION_PATH,
      formBody,
      onceInAccountPages(dependencies, 'device decision', (request, response) =>
        postDecision(dependencies, request, response),
      ),
    )
    .use(interactionErrors(dependencies));
}

const showCodeForm: Handler = async (dependencies, request, response) => {
  const { user_code: given } = request.query;
  sendCodeForm(dependencies, request, response, typeof given === 'string' ? given : '');
};

/** @param fault why it is shown again */
function sendCodeForm(
  dependencies: Dependencies,
  request: Request,
  response: Response,
  code: string,
  fault: string | null = null,
): void {
  const csrf = issueForm(dependencies, request, response, DEVICE_FORM_COOKIE);
  const { title } = texts.device.code;
  // A link may contain anything. It fills in what looks like a code.
  const shown = code.length <= MOST_CHARACTERS ? code : '';
  const html = renderPage('device-code', { title, action: DEVICE_PATH, csrf, code: shown, fault });
  sendPage(response, fault === null ? 200 : 400, html);
}

const MOST_CHARACTERS = 32;

/** Looks a code up. Only then the user signs in, and sees what the device asks for. */
const postCode: Handler = async (dependencies, request, response) => {
  const { user_code: typed } = textFields(request, 'user_code');
  if (!isGenuine(dependencies, request)) {
    return sendCodeForm(dependencies, request, response, typed, texts.device.code.outdated);
  }
  const { userCodes, sessions, deviceCodes, entered } = dependencies;
  const accountId = await sessions.accountId(request, response);
  const admission = await userCodes.admit(contextOf(response).address, accountId);
  if (!admission.isAdmitted) return sendTooMany(response, admission.waitSeconds);
  const code = normalizeCode(typed);
  if (code === undefined || !(await deviceCodes.findRequest(code))) {
    return sendCodeForm(dependencies, request, response, typed, texts.device.code.wrong);
  }
  await admission.forget();
  entered.note(response, code);
  return response.redirect(303, DEVICE_DECISION_PATH);
};

function sendTooMany(response: Response, waitSeconds: number): void {
  response.set('Retry-After', String(waitSeconds));
  const page = errorTexts.tooManyDeviceCodes(Math.ceil(waitSeconds / 60));
  sendPage(response, 429, renderPage('error', page));
}

/**
 * The page of the decision; before it the code where none was entered, and the sign-in where there is none or it
 * is older than the device asks for.
 */
const showDecision: Handler = async (dependencies, request, response) => {
  const code = dependencies.entered.noted(request);
  if (code === undefined) return response.redirect(303, DEVICE_PATH);
  const asked = await dependencies.deviceCodes.findRequest(code);
  if (!asked) return sendEnded(dependencies, request, response);
  const decider = await signedIn(dependencies, request, response);
  if (!decider) return sendSignIn(dependencies, request, response);
  if (!isRecentEnough(decider, asked)) return sendSignIn(dependencies, request, response, decider);
  return sendDecision(dependencies, { code, asked }, decider, request, response);
};

/** @param before who signed in before, and signs in again */
function sendSignIn(
  dependencies: Dependencies,
  request: Request,
  response: Response,
  before?: Decider,
): void {
  const csrf = issueForm(dependencies, request, response);
  const fault = request.query.upstream === 'denied' ? 'refused' : undefined;
  const again = before && { email: before.account.email, replacesSignIn: true };
  sendPage(response, 200, signInPage(dependencies, csrf, { fault, next: 'device', ...again }));
}

async function sendDecision(
  dependencies: Dependencies,
  { code, asked }: { code: string; asked: DeviceRequest },
  { account }: Decider,
  request: Request,
  response: Response,
): Promise<void> {
  const { entered, registry } = dependencies;
  const other = addressWithPage('/account/sign-in', 'device');
  const html = renderPage('device-decision', {
    ...describeDevice(account, code, asked, contextOf(response)),
    action: DEVICE_DECISION_PATH,
    csrf: issueForm(dependencies, request, response, DEVICE_FORM_COOKIE),
    entered: entered.sealed(code),
    anotherAccount: await anotherAccount(registry, account, other),
  });
  sendPage(response, 200, html);
}

/** The code was used, or has expired, since it was entered. */
function sendEnded(dependencies: Dependencies, request: Request, response: Response): void {
  dependencies.entered.forget(response);
  sendCodeForm(dependencies, request, response, '', texts.device.code.wrong);
}

async function postDecision(
  dependencies: Dependencies,
  request: Request,
  response: Response,
): Promise<FinalPage | undefined> {
  const { decision, entered, scopes } = textFields(request, 'decision', 'entered', 'scopes');
  const code = dependencies.entered.unsealed(entered);
  const decider = await signedIn(dependencies, request, response);
  if (code === undefined || !decider || !isGenuine(dependencies, request)) {
    response.redirect(303, DEVICE_DECISION_PATH);
    return undefined;
  }
  const choice = { code, decision, shown: scopesOf(scopes) };
  const outcome = await decideDevice(dependencies, decider, choice, contextOf(response));
  if (outcome === 'allowed' || outcome === 'denied') {
    dependencies.entered.forget(response);
    return donePage(dependencies, outcome);
  }
  if (outcome === 'ended') sendEnded(dependencies, request, response);
  else response.redirect(303, DEVICE_DECISION_PATH);
  return undefined;
}

function donePage(
  { firstPartyRedirectUris }: Dependencies,
  outcome: 'allowed' | 'denied',
): FinalPage {
  const link = wayBackToPlatform(firstPartyRedirectUris);
  return { status: 200, html: renderPage('message', { ...texts.device[outcome], link }) };
}

/** @throws OrganizationSuspended */
async function signedIn(
  { database, sessions, clients }: Dependencies,
  request: Request,
  response: Response,
): Promise<Decider | undefined> {
  const session = await sessions.current(request, response);
  const { accountId } = session;
  const account = accountId ? await database.accounts.find(accountId) : undefined;
  if (!account) return undefined;
  await clients.installation(localProgramClient, account.organizationId);
  return { account, session };
}
