import { beginSignIn, exchangeCode } from '@app-platform/console-sign-in';
import { forgetAccessToken, keepAccessToken } from './access-token.ts';
import { baseUrl, oauthUrl } from './addresses.ts';

/** What the page that comes back needs to know. It holds no token. */
type StartedSignIn = { state: string; verifier: string; returnTo: string };

/** One for each tab: another sign-in replaces one that was abandoned. */
const STARTED = 'sign-in';

const addresses = () => ({ registry: baseUrl(), oauth: oauthUrl() });

/**
 * Leaves for the OAuth service, which comes back at once where it has a session.
 * @param parameters further ones, such as `max_age`
 */
export async function signIn(parameters: Record<string, string> = {}): Promise<never> {
  forgetAccessToken();
  const returnTo = location.pathname + location.search + location.hash;
  const { address, state, verifier } = await beginSignIn(addresses(), parameters);
  const started: StartedSignIn = { state, verifier, returnTo };
  sessionStorage.setItem(STARTED, JSON.stringify(started));
  // Back leads to the page before, not to the sign-in.
  location.replace(address);
  return new Promise<never>(() => undefined);
}

/**
 * Exchanges the code in the address of this page for an access token.
 * @returns where the sign-in began
 * @throws an error of oauth4webapi, or one that says that this sign-in was not begun here
 */
export async function finishSignIn({ searchParams }: URL): Promise<string> {
  const stored = sessionStorage.getItem(STARTED);
  sessionStorage.removeItem(STARTED);
  const started = stored === null ? undefined : (JSON.parse(stored) as StartedSignIn);
  if (started?.state !== searchParams.get('state')) {
    throw new Error('This sign-in was not begun in this tab.');
  }
  const tokens = await exchangeCode(addresses(), searchParams, started);
  keepAccessToken(tokens.access_token, tokens.expires_in ?? 0, tokens.scope ?? '');
  return started.returnTo;
}
