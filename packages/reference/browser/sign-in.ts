import {
  CONSOLE_CALLBACK_PATH,
  consoleClient,
  consoleScopes,
  type DocumentationSignIn,
  documentationSignInKeys,
} from '@app-platform/contracts';
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
import { type Installation, readInstallation } from './installation.ts';

/** Of this page alone: it is in no storage, and ends with the page. */
let accessToken: string | undefined;

const client = { client_id: consoleClient };
const scope = consoleScopes.join(' ');

export function signedInToken(): string | undefined {
  return accessToken;
}

export function forgetToken(): void {
  accessToken = undefined;
}

/**
 * Leaves for the OAuth service, which comes back at once where the reader is signed in.
 * @param input is given back by `finishSignIn`
 */
export async function signIn(installation: Installation, input: unknown): Promise<never> {
  const verifier = generateRandomCodeVerifier();
  const state = generateRandomState();
  const started: DocumentationSignIn = { state, verifier, returnTo: location.pathname, input };
  // One for each tab: it replaces one that was abandoned.
  sessionStorage.setItem(documentationSignInKeys.started, JSON.stringify(started));
  const query = new URLSearchParams({
    ...{ client_id: client.client_id, redirect_uri: redirectUri(installation) },
    ...{ response_type: 'code', scope, state },
    code_challenge: await calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
  });
  location.assign(`${installation.oauth}/oauth/authorize?${query}`);
  return new Promise<never>(() => undefined);
}

/** How the sign-in that this page began has ended. An abandoned one gives the input back too. */
export type Returned = { outcome?: 'signed-in' | 'abandoned'; input?: unknown; failure?: string };

/** Completes the sign-in that this tab began, if one has come back, and removes it from the storage. */
export async function finishSignIn(): Promise<Returned> {
  const stored = take(documentationSignInKeys.started);
  const answer = take(documentationSignInKeys.answer);
  if (stored === null) return {};
  const { state, verifier, returnTo, input } = JSON.parse(stored) as DocumentationSignIn;
  if (returnTo !== location.pathname) return {};
  if (answer === null) return { outcome: 'abandoned', input };
  try {
    const parameters = new URLSearchParams(answer);
    accessToken = await exchange(await readInstallation(), parameters, { state, verifier });
    return { outcome: 'signed-in', input };
  } catch (error) {
    return { input, failure: `The sign-in failed: ${reasonOf(error)}` };
  }
}

function take(key: string): string | null {
  const value = sessionStorage.getItem(key);
  sessionStorage.removeItem(key);
  return value;
}

async function exchange(
  installation: Installation,
  answer: URLSearchParams,
  { state, verifier }: { state: string; verifier: string },
): Promise<string> {
  const issuer = installation.oauth ?? '';
  const server: AuthorizationServer = {
    issuer,
    token_endpoint: `${issuer}/oauth/token`,
    authorization_response_iss_parameter_supported: true,
  };
  const parameters = validateAuthResponse(server, client, answer, state);
  const response = await authorizationCodeGrantRequest(
    ...([server, client, None(), parameters, redirectUri(installation), verifier] as const),
    // On this machine alone: the OAuth service refuses to start without https in production.
    { [allowInsecureRequests]: issuer.startsWith('http:') },
  );
  const { access_token } = await processAuthorizationCodeResponse(server, client, response);
  return access_token;
}

/** That of the console, which is the same client. */
function redirectUri({ registry = '' }: Installation): string {
  return registry + CONSOLE_CALLBACK_PATH;
}

function reasonOf(error: unknown): string {
  if (error instanceof Error) {
    const { error_description: description } = error as { error_description?: string };
    return description ?? error.message;
  }
  return String(error);
}
