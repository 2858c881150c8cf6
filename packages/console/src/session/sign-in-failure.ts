import { AuthorizationResponseError, ResponseBodyError } from 'oauth4webapi';
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
  const again = document.createElement('button');
  again.className = 'button';
  again.textContent = sessionTexts.again;
  again.addEventListener('click', () => void signIn());
  main.append(heading, reason, again);
  document.getElementById('console')?.replaceChildren(main);
}

function reasonOf(error: unknown): string {
  if (error instanceof AuthorizationResponseError) {
    if (error.error === 'access_denied') return sessionTexts.noRole(SCOPES);
    return error.error_description ?? error.error;
  }
  if (error instanceof ResponseBodyError) return error.error_description ?? error.error;
  return error instanceof TypeError ? sessionTexts.unreachable : sessionTexts.notOfThisTab;
}
