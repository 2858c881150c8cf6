import { contextOf } from '@app-platform/http-api';
import { type Request, type Response, Router } from 'express';
import { DEVICE_COOKIE } from '../cookies.ts';
import { formBody } from '../interaction/form-body.ts';
import { renderPage } from '../interaction/pages.ts';
import {
  changeOwnPassword,
  findLinkedUser,
  type OwnPasswordDependencies,
  PASSWORD_CHARACTERS,
  type PasswordRefusal,
  setPasswordByLink,
} from '../users/own-password.ts';
import { PASSWORD_LINK_PATH } from '../users/password-links.ts';
import { isGenuine, issueForm } from './account-form.ts';
import { type AccountPageDependencies, sendPage, signedIn, signInPage } from './routes.ts';

export type PasswordPageDependencies = AccountPageDependencies & OwnPasswordDependencies;

type Handler = (
  dependencies: PasswordPageDependencies,
  request: Request,
  response: Response,
) => Promise<void>;

const ACCOUNT_PATH = '/account';

/** The pages on which users change their password, or set one by a link. */
export function passwordRoutes(dependencies: PasswordPageDependencies): Router {
  const by = (handler: Handler) => (request: Request, response: Response) =>
    handler(dependencies, request, response);
  return Router()
    .get(ACCOUNT_PATH, by(showAccount))
    .post(`${ACCOUNT_PATH}/password`, formBody, by(postPassword))
    .get(PASSWORD_LINK_PATH, by(showLink))
    .post(PASSWORD_LINK_PATH, formBody, by(postLink));
}

const REFUSALS: Record<PasswordRefusal, string> = {
  too_short: `Choose a password of at least ${PASSWORD_CHARACTERS.least} characters.`,
  too_long: `Choose a password of at most ${PASSWORD_CHARACTERS.most} characters.`,
  wrong_password: 'The current password is wrong, or there were too many attempts.',
  link_ended: 'This link was used before, or has expired.',
};

const showAccount: Handler = async (dependencies, request, response) => {
  const account = await signedIn(dependencies, request, response);
  const csrf = issueForm(dependencies, request, response);
  const html = account
    ? accountPage(dependencies, account.email, csrf)
    : signInPage(dependencies, csrf, '', false, ACCOUNT_PATH);
  sendPage(response, 200, html);
};

const postPassword: Handler = async (dependencies, request, response) => {
  const account = await signedIn(dependencies, request, response);
  if (!account || !isGenuine(dependencies, request)) {
    response.redirect(303, ACCOUNT_PATH);
    return;
  }
  const { current_password: current, password: chosen } = fields(request);
  const deviceCookie = dependencies.cookies.read(request, DEVICE_COOKIE);
  const passwords = { current, chosen, deviceCookie };
  const refusal = await changeOwnPassword(dependencies, account, passwords, contextOf(response));
  if (!refusal) {
    sendPage(response, 200, renderPage('message', changed));
    return;
  }
  const csrf = issueForm(dependencies, request, response);
  const html = accountPage(dependencies, account.email, csrf, REFUSALS[refusal]);
  sendPage(response, 400, html);
};

const showLink: Handler = async (dependencies, request, response) => {
  const token = typeof request.query.token === 'string' ? request.query.token : '';
  await answerLink(dependencies, response, token);
};

const postLink: Handler = async (dependencies, request, response) => {
  const { token, password: chosen } = fields(request);
  const context = contextOf(response);
  const refusal = await setPasswordByLink(dependencies, { token, chosen }, context);
  if (refusal) await answerLink(dependencies, response, token, REFUSALS[refusal]);
  else sendPage(response, 200, renderPage('message', changed));
};

const changed = {
  title: 'Your password is set',
  text: 'You were signed out everywhere, and the access of apps has ended. Sign in with the new password.',
  link: { address: '/account/apps', text: 'Sign in' },
};

/** The token itself is the proof that the form is genuine: only its holder knows it. */
async function answerLink(
  dependencies: PasswordPageDependencies,
  response: Response,
  token: string,
  refused: string | null = null,
): Promise<void> {
  const linked = await findLinkedUser(dependencies, token);
  if (linked) {
    const values = { title: 'Set your password', email: linked.email, token, refused };
    sendPage(response, refused ? 400 : 200, renderPage('password-link', values));
    return;
  }
  const html = renderPage('error', {
    title: 'This link has ended',
    code: 'link_ended',
    description: 'it was used before, has expired, or was replaced by a newer one',
    advice: 'Ask an administrator of your organization for a new one.',
  });
  sendPage(response, 400, html);
}

function accountPage(
  { upstream }: PasswordPageDependencies,
  email: string,
  csrf: string,
  refused: string | null = null,
): string {
  const hasPassword = upstream === undefined;
  return renderPage('account', { title: 'Your account', email, csrf, hasPassword, refused });
}

function fields(request: Request) {
  const body: Record<string, unknown> = request.body ?? {};
  const text = (name: string) => (typeof body[name] === 'string' ? body[name] : '');
  return {
    token: text('token'),
    current_password: text('current_password'),
    password: text('password'),
  };
}
