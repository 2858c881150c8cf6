import { contextOf } from '@app-platform/http-api';
import { type Request, type Response, Router } from 'express';
import type { UpstreamSignIn } from '../accounts/upstream/upstream-sign-in.ts';
import type { Mailer } from '../mail/mailer.ts';
import { errorTexts, texts } from '../rendering/page-texts.ts';
import { renderPage } from '../rendering/pages.ts';
import {
  FORGOTTEN_PATH,
  type ForgottenPasswordDependencies,
  mailPasswordLinks,
} from '../users/forgotten-password.ts';
import { sendPage } from './account-routes.ts';
import {
  type FinalPage,
  type FormDependencies,
  formBody,
  isGenuine,
  issueForm,
  onceInAccountPages,
  type RepeatDependencies,
  textFields,
} from './forms.ts';

export type ForgottenPasswordPageDependencies = ForgottenPasswordDependencies &
  FormDependencies &
  RepeatDependencies & {
    /** Left out where no mail server is configured. */
    mailer?: Mailer | undefined;
    upstream: UpstreamSignIn | undefined;
  };

/** The page on which a user asks for a link to set a new password, or learns whom to ask. */
export function forgottenPasswordRoutes(dependencies: ForgottenPasswordPageDependencies): Router {
  const post = (request: Request, response: Response) => postForm(dependencies, request, response);
  return Router()
    .get(FORGOTTEN_PATH, (request, response) => showForm(dependencies, request, response))
    .post(FORGOTTEN_PATH, formBody, onceInAccountPages(dependencies, 'forgotten password', post));
}

function showForm(
  dependencies: ForgottenPasswordPageDependencies,
  request: Request,
  response: Response,
): void {
  const { upstream, mailer } = dependencies;
  const { title, question, askProvider, askAdministrator } = texts.forgotten;
  const isMailed = mailer !== undefined && !upstream;
  const whomToAsk = upstream ? askProvider(upstream.providerName) : askAdministrator;
  const form = isMailed
    ? { action: FORGOTTEN_PATH, csrf: issueForm(dependencies, request, response) }
    : null;
  const sentence = form ? question : whomToAsk;
  sendPage(response, 200, renderPage('forgotten-password', { title, sentence, form }));
}

/** Says the same of every address. */
async function postForm(
  dependencies: ForgottenPasswordPageDependencies,
  request: Request,
  response: Response,
): Promise<FinalPage | undefined> {
  const { mailer, upstream } = dependencies;
  if (!mailer || upstream || !isGenuine(dependencies, request)) {
    response.redirect(303, FORGOTTEN_PATH);
    return undefined;
  }
  const { email } = textFields(request, 'email');
  if (await mailPasswordLinks(dependencies, mailer, email, contextOf(response))) {
    return { status: 200, html: renderPage('message', texts.forgotten.done) };
  }
  sendPage(response, 429, renderPage('error', errorTexts.tooManyPasswordMails));
  return undefined;
}
