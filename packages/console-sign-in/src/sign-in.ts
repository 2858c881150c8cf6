import { CONSOLE_CALLBACK_PATH, consoleClient, consoleScopes } from '@app-platform/contracts';
import {
  type AuthorizationServer,
  allowInsecureRequests,
  authorizationCodeGrantRequest,
  calculatePKCECodeChallenge,
  generateRandomCodeVerifier,
  generateRandomState,
  None,
  processAuthorizationCodeResponse,
  type TokenEndpointResponse,
  validateAuthResponse,
} from 'oauth4webapi';

/** The public addresses of the services. */
type Addresses = { registry: string; oauth: string };

/** What the page that comes back needs for the exchange. It holds no token. */
type BegunSignIn = { state: string; verifier: string };

const client = { client_id: consoleClient };

/**
 * @param further parameters of the authorization request, such as `max_age`
 * @returns the address of the authorization request, and what `exchangeCode` needs
 */
export async function beginSignIn(
  { registry, oauth }: Addresses,
  further: Record<string, string> = {},
): Promise<BegunSignIn & { address: string }> {
  const verifier = generateRandomCodeVerifier();
  const state = generateRandomState();
  const query = new URLSearchParams({
    client_id: consoleClient,
    redirect_uri: registry + CONSOLE_CALLBACK_PATH,
    response_type: 'code',
    scope: consoleScopes.join(' '),
    state,
    code_challenge: await calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    ...further,
  });
  return { address: `${oauth}/oauth/authorize?${query}`, state, verifier };
}

/**
 * Exchanges the code of an authorization response for an access token.
 * @param response the parameters of the address that the OAuth service has led to
 * @throws an error of oauth4webapi
 */
export async function exchangeCode(
  { registry, oauth }: Addresses,
  response: URLSearchParams,
  { state, verifier }: BegunSignIn,
): Promise<TokenEndpointResponse> {
  const server: AuthorizationServer = {
    issuer: oauth,
    token_endpoint: `${oauth}/oauth/token`,
    authorization_response_iss_parameter_supported: true,
  };
  const answer = await authorizationCodeGrantRequest(
    server,
    client,
    None(),
    validateAuthResponse(server, client, response, state),
    registry + CONSOLE_CALLBACK_PATH,
    verifier,
    // On this machine alone: the OAuth service refuses to start without https in production.
    { [allowInsecureRequests]: oauth.startsWith('http:') },
  );
  return processAuthorizationCodeResponse(server, client, answer);
}
