import {
  CONSOLE_CALLBACK_PATH,
  CONSOLE_PATH,
  consoleScopes,
  type DocumentationSignIn,
  documentationSignInKeys,
} from '@app-platform/contracts';
import { AuthorizationResponseError, ResponseBodyError } from 'oauth4webapi';
import { accessToken } from './access-token.ts';
import { baseUrl, oauthUrl } from './addresses.ts';
import { finishSignIn, signIn } from './authorization.ts';
import { button, showFailure } from './show-failure.ts';

const sessionTexts = {
  failed: 'Sign-in failed',
  again: 'Sign in again',
  asAnother: 'Sign in with another account',
  account: 'Account and sign-out',
  noRole: (roles: readonly string[]) =>
    `The console needs one of these roles, and your account has none: ${roles.join(', ')}. Ask an administrator of your organization for one.`,
  notOfThisTab: 'This sign-in was started in another tab, or has already ended. Sign in again.',
  unreachable: 'The OAuth service cannot be reached. Try again in a moment.',
};

/**
 * Completes the sign-in of a callback, and starts one if there is no access token.
 * @param preload is called while the code is exchanged
 */
export async function restoreSession(preload: () => void): Promise<'ready' | 'failed'> {
  const address = new URL(location.href);
  // Such as 127.0.0.1 in place of localhost.
  if (address.origin !== new URL(baseUrl()).origin) return leaveFor(baseUrl() + pathOf(address));
  if (address.pathname === CONSOLE_CALLBACK_PATH) {
    const documentation = pageOfDocumentation(address);
    if (documentation !== undefined) return leaveFor(documentation);
    preload();
    try {
      history.replaceState(null, '', await finishSignIn(address));
    } catch (error) {
      // The code in the address is spent.
      history.replaceState(null, '', CONSOLE_PATH);
      showSignInFailure(error);
      return 'failed';
    }
  }
  if (accessToken() === undefined) await signIn();
  return 'ready';
}

/**
 * A page of the documentation signs in as this client, and its sign-in comes back here: the page that began it
 * gets the answer and exchanges the code.
 * @returns the path of that page
 */
function pageOfDocumentation(address: URL): string | undefined {
  const stored = sessionStorage.getItem(documentationSignInKeys.started);
  if (stored === null) return undefined;
  const { state, returnTo } = JSON.parse(stored) as DocumentationSignIn;
  if (state !== address.searchParams.get('state')) return undefined;
  sessionStorage.setItem(documentationSignInKeys.answer, address.search);
  return returnTo;
}

function pathOf({ pathname, search, hash }: URL): string {
  return pathname + search + hash;
}

function leaveFor(address: string): Promise<never> {
  location.replace(address);
  return new Promise<never>(() => undefined);
}

/** The browser is still signed in: another attempt with the same account may fail again. */
function showSignInFailure(error: unknown): void {
  const account = document.createElement('a');
  account.className = 'button quiet';
  account.href = `${oauthUrl()}/account`;
  account.textContent = sessionTexts.account;
  showFailure(sessionTexts.failed, reasonOf(error), [
    button(sessionTexts.again, 'button', () => void signIn()),
    button(sessionTexts.asAnother, 'button quiet', () => void signIn({ prompt: 'login' })),
    account,
  ]);
}

function reasonOf(error: unknown): string {
  if (error instanceof AuthorizationResponseError) {
    if (error.error === 'access_denied') return sessionTexts.noRole(consoleScopes);
    return error.error_description ?? error.error;
  }
  if (error instanceof ResponseBodyError) return error.error_description ?? error.error;
  return error instanceof TypeError ? sessionTexts.unreachable : sessionTexts.notOfThisTab;
}
