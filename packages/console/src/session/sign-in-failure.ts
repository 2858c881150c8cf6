import { AuthorizationResponseError, ResponseBodyError } from 'oauth4webapi';
import { oauthUrl } from '../settings.ts';
import { sessionTexts } from '../texts/session.ts';
import { signIn } from './authorization.ts';
import { SCOPES } from './scopes.ts';

/** Shows why a sign-in failed. It works without the pages, which are not loaded yet. */
export function showSignInFailure(error: unknown): void {
  const main = document.createElement('main');
  main.className = 'message';
  const heading = document.createElement('h1');
  heading.textContent = sessionTexts.failed;
  const reason = document.createElement('p');
  reason.setAttribute('role', 'alert');
  reason.textContent = reasonOf(error);
  main.append(heading, reason, waysOn());
  document.getElementById('console')?.replaceChildren(main);
}

/** The session of the browser goes on: the same person would be refused again. */
function waysOn(): HTMLElement {
  const ways = document.createElement('p');
  ways.className = 'actions';
  const account = document.createElement('a');
  account.className = 'button quiet';
  account.href = `${oauthUrl()}/account`;
  account.textContent = sessionTexts.account;
  ways.append(
    button(sessionTexts.again, 'button', () => void signIn()),
    button(sessionTexts.asAnother, 'button quiet', () => void signIn({ prompt: 'login' })),
    account,
  );
  return ways;
}

function button(text: string, className: string, act: () => void): HTMLElement {
  const element = document.createElement('button');
  element.className = className;
  element.textContent = text;
  element.addEventListener('click', act);
  return element;
}

function reasonOf(error: unknown): string {
  if (error instanceof AuthorizationResponseError) {
    if (error.error === 'access_denied') return sessionTexts.noRole(SCOPES);
    return error.error_description ?? error.error;
  }
  if (error instanceof ResponseBodyError) return error.error_description ?? error.error;
  return error instanceof TypeError ? sessionTexts.unreachable : sessionTexts.notOfThisTab;
}
