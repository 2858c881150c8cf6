import { BASE_PATH, baseUrl } from '../settings.ts';
import { accessToken } from './access-token.ts';
import { finishSignIn, signIn } from './authorization.ts';
import { showSignInFailure } from './sign-in-failure.ts';

/** Ends a sign-in that comes back, and begins one where there is no access token. */
export async function restoreSession(): Promise<'ready' | 'failed'> {
  const address = new URL(location.href);
  // Such as 127.0.0.1 in place of localhost.
  if (address.origin !== new URL(baseUrl()).origin) return leaveFor(baseUrl() + pathOf(address));
  if (address.pathname === `${BASE_PATH}/callback`) {
    try {
      history.replaceState(null, '', await finishSignIn(address));
    } catch (error) {
      // The code in the address is spent.
      history.replaceState(null, '', BASE_PATH);
      showSignInFailure(error);
      return 'failed';
    }
  }
  if (accessToken() === undefined) await signIn();
  return 'ready';
}

function pathOf({ pathname, search, hash }: URL): string {
  return pathname + search + hash;
}

function leaveFor(address: string): Promise<never> {
  location.replace(address);
  return new Promise<never>(() => undefined);
}
