import { consoleClient, consoleScopes } from '@app-platform/contracts';
import {
  type AuthorizationServer,
  allowInsecureRequests,
  authorizationCodeGrantRequest,
  calculatePKCECodeChallenge,
  generateRandomCodeVerifier,
  generateRandomState,
  None,
  processAuthorizationCodeResponse,
  validateAuthResponse,
} from 'oauth4webapi';
import { forgetAccessToken, keepAccessToken } from './access-token.ts';
import { oauthUrl, redirectUri } from './addresses.ts';

/** What the page that comes back needs to know. It holds no token. */
type StartedSignIn = { state: string; verifier: string; returnTo: string };

const client = { client_id: consoleClient };
/** One for each tab: another sign-in replaces one that was abandoned. */
const STARTED = 'sign-in';

/**
 * Leaves for the OAuth service, which comes back at once where it has a session.
 * @param parameters further ones, such as `max_age`
 */
export async function signIn(parameters: Record<string, string> = {}): Promise<never> {
  forgetAccessToken();
  const verifier = generateRandomCodeVerifier();
  const state = generateRandomState();
  const returnTo = location.pathname + location.search + location.hash;
  const started: StartedSignIn = { state, verifier, returnTo };
  sessionStorage.setItem(STARTED, JSON.stringify(started));
  const query = new URLSearchParams({
    client_id: consoleClient,
    redirect_uri: redirectUri(),
    response_type: 'code',
    scope: consoleScopes.join(' '),
    state,
    code_challenge: await calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    ...parameters,
  });
  // Back leads to the page before, not to the sign-in.
  location.replace(`${oauthUrl()}/oauth/authorize?${query}`);
  return new Promise<never>(() => undefined);
}

/**
 * Exchanges the code in the address of this page for an access token.
 * @returns where the sign-in began
 * @throws an error of oauth4webapi, or one that says that this sign-in was not begun here
 */
export async function finishSignIn(address: URL): Promise<string> {
  const stored = sessionStorage.getItem(STARTED);
  sessionStorage.removeItem(STARTED);
  const started = stored === null ? undefined : (JSON.parse(stored) as StartedSignIn);
  const state = address.searchParams.get('state');
  if (started?.state !== state) throw new Error('This sign-in was not begun in this tab.');
  const { verifier, returnTo } = started;
  const server = authorizationServer();
  const parameters = validateAuthResponse(server, client, address, state);
  const response = await authorizationCodeGrantRequest(
    server,
    client,
    None(),
    parameters,
    redirectUri(),
    verifier,
    // On this machine alone: the OAuth service refuses to start without https in production.
    { [allowInsecureRequests]: server.issuer.startsWith('http:') },
  );
  const tokens = await processAuthorizationCodeResponse(server, client, response);
  keepAccessToken(tokens.access_token, tokens.expires_in ?? 0, tokens.scope ?? '');
  return returnTo;
}

function authorizationServer(): AuthorizationServer {
  const issuer = oauthUrl();
  return {
    issuer,
    authorization_endpoint: `${issuer}/oauth/authorize`,
    token_endpoint: `${issuer}/oauth/token`,
    authorization_response_iss_parameter_supported: true,
  };
}
