import { contextOf } from '@app-platform/http-api';
import { type Request, type Response, Router } from 'express';
import type { Account } from '../accounts/account-store.ts';
import { DEVICE_COOKIE } from '../endpoints/cookies.ts';
import { consoleUrlOf } from '../provider/first-party-clients.ts';
import { errorTexts, texts } from '../rendering/page-texts.ts';
import { type FieldFault, renderPage } from '../rendering/pages.ts';
import { PASSWORD_LINK_PATH } from '../users/create-user.ts';
import { changeOwnName } from '../users/own-name.ts';
import {
  changeOwnPassword,
  findLinkedUser,
  type OwnPasswordDependencies,
  PASSWORD_CHARACTERS,
  type PasswordRefusal,
  setPasswordByLink,
} from '../users/own-password.ts';
import { type AccountPageDependencies, sendPage, signedIn, signInPage } from './account-routes.ts';
import {
  answerOnce,
  type FinalPage,
  formBody,
  formIdOf,
  isGenuine,
  issueForm,
  textFields,
} from './forms.ts';
import { type OrganizationNames, organizationName, wayBackToPlatform } from './way-back.ts';

export type PasswordPageDependencies = AccountPageDependencies &
  OwnPasswordDependencies & { registry: OrganizationNames };

type Handler = (
  dependencies: PasswordPageDependencies,
  request: Request,
  response: Response,
) => Promise<void>;

const ACCOUNT_PATH = '/account';

/** The pages on which users change their name and password, or set a password by a link. */
export function passwordRoutes(dependencies: PasswordPageDependencies): Router {
  const by = (handler: Handler) => (request: Request, response: Response) =>
    handler(dependencies, request, response);
  return Router()
    .get(ACCOUNT_PATH, by(showAccount))
    .post(`${ACCOUNT_PATH}/name`, formBody, by(postName))
    .post(`${ACCOUNT_PATH}/password`, formBody, by(postPassword))
    .get(PASSWORD_LINK_PATH, by(showLink))
    .post(PASSWORD_LINK_PATH, formBody, by(postLink));
}

const { least, most } = PASSWORD_CHARACTERS;

function faultOf(refusal: PasswordRefusal): FieldFault {
  const { refusals } = texts.password;
  const sentences: Record<PasswordRefusal, string> = {
    ...refusals,
    too_short: refusals.too_short(least),
    too_long: refusals.too_long(most),
  };
  const field = refusal === 'wrong_password' ? 'current_password' : 'password';
  return { field, text: sentences[refusal] };
}

const showAccount: Handler = async (dependencies, request, response) => {
  const account = await signedIn(dependencies, request, response);
  const csrf = issueForm(dependencies, request, response);
  const html = account
    ? accountPage(dependencies, account, csrf)
    : signInPage(dependencies, csrf, { next: 'account' });
  sendPage(response, 200, html);
};

const postName: Handler = async (dependencies, request, response) => {
  const account = await signedIn(dependencies, request, response);
  if (account && isGenuine(dependencies, request)) {
    const { name } = textFields(request, 'name');
    const fault = await changeOwnName(dependencies, account, name, contextOf(response));
    if (fault !== undefined) {
      const csrf = issueForm(dependencies, request, response);
      const text = texts.account.nameFault(fault);
      const html = accountPage(dependencies, { ...account, name }, csrf, { field: 'name', text });
      return sendPage(response, 400, html);
    }
  }
  response.redirect(303, ACCOUNT_PATH);
};

/** A change ends the session, whose cookie the browser sends again: see answerOnce. */
const postPassword: Handler = async (dependencies, request, response) => {
  const session = dependencies.sessions.cookieValue(request, response);
  const asked = { holder: `password of session ${session}`, form: request.body };
  const isRepeatable = session !== undefined && isGenuine(dependencies, request);
  await answerOnce(dependencies, isRepeatable && asked, response, () =>
    changePassword(dependencies, request, response),
  );
};

/** @returns undefined where the password is not changed */
async function changePassword(
  dependencies: PasswordPageDependencies,
  request: Request,
  response: Response,
): Promise<FinalPage | undefined> {
  const account = await signedIn(dependencies, request, response);
  if (!account || !isGenuine(dependencies, request)) {
    response.redirect(303, ACCOUNT_PATH);
    return undefined;
  }
  const { current_password: current, password: chosen } = textFields(
    request,
    'current_password',
    'password',
  );
  const deviceCookie = dependencies.cookies.read(request, DEVICE_COOKIE);
  const passwords = { current, chosen, deviceCookie };
  const refusal = await changeOwnPassword(dependencies, account, passwords, contextOf(response));
  if (!refusal) return changedPage();
  const csrf = issueForm(dependencies, request, response);
  const html = accountPage(dependencies, account, csrf, faultOf(refusal));
  sendPage(response, 400, html);
  return undefined;
}

/** The cookie of forms identifies the browser among those that have the link: see postLink. */
const showLink: Handler = async (dependencies, request, response) => {
  const token = typeof request.query.token === 'string' ? request.query.token : '';
  issueForm(dependencies, request, response);
  await answerLink(dependencies, response, token);
};

/** Repeats need the cookie, or another browser with the link could guess the new password by repeating the form. */
const postLink: Handler = async (dependencies, request, response) => {
  const { token, password: chosen } = textFields(request, 'token', 'password');
  const form = formIdOf(dependencies.cookies, request);
  const asked = { holder: `password link ${form} ${token}`, form: chosen };
  await answerOnce(dependencies, form !== undefined && asked, response, async () => {
    const context = contextOf(response);
    const linked = await findLinkedUser(dependencies, token);
    const refusal = await setPasswordByLink(dependencies, { token, chosen }, context);
    if (!refusal) return changedPage(linked?.isInvited);
    await answerLink(dependencies, response, token, faultOf(refusal));
    return undefined;
  });
};

function changedPage(isFirst = false): FinalPage {
  const { changed, isFirst: firstText } = texts.password;
  const link = { address: '/account/apps', text: changed.signIn };
  const shown = { title: changed.title, text: isFirst ? firstText : changed.text, link };
  return { status: 200, html: renderPage('message', shown) };
}

/** The token itself is the proof that the form is genuine: only its holder knows it. */
async function answerLink(
  dependencies: PasswordPageDependencies,
  response: Response,
  token: string,
  fault: FieldFault | null = null,
): Promise<void> {
  const linked = await findLinkedUser(dependencies, token);
  if (linked) {
    const { email, organizationId } = linked;
    const organization = await organizationName(dependencies.registry, organizationId);
    const shown = { title: texts.password.title, email, organization, leastCharacters: least };
    const html = renderPage('password-link', { ...shown, token, fault });
    sendPage(response, fault ? 400 : 200, html);
    return;
  }
  const wayBack = wayBackToPlatform(dependencies.firstPartyRedirectUris);
  const html = renderPage('error', { ...errorTexts.passwordLinkEnded, wayBack });
  sendPage(response, 400, html);
}

function accountPage(
  { upstream, firstPartyRedirectUris }: PasswordPageDependencies,
  { email, name }: Pick<Account, 'email' | 'name'>,
  csrf: string,
  fault: FieldFault | null = null,
): string {
  const hasPassword = upstream === undefined;
  const shown = { title: texts.account.title, email, name: name ?? '', leastCharacters: least };
  const consoleUrl = consoleUrlOf(firstPartyRedirectUris);
  return renderPage('account', { ...shown, csrf, hasPassword, fault, consoleUrl });
}
