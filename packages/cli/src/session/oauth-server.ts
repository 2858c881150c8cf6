import { SIGN_IN_MAX_AGE_SECONDS } from '@app-platform/contracts';
import * as oauth from 'oauth4webapi';
import { CommandFailure, exitCodes, isNetworkError, notSignedIn, unreachable } from '../failure.ts';
import type { Addresses } from './addresses.ts';
import type { Profile } from './profiles.ts';
import { CLIENT_ID, rolesAmong } from './sign-in-scope.ts';

/** Where to sign in, and which scope to ask for. */
export type SignInRequest = Addresses & { scope: string };

/** This program, as the OAuth service knows it. */
export const client: oauth.Client = { client_id: CLIENT_ID };

/**
 * Signs in by a way of getting tokens.
 * @throws CommandFailure for each failure
 */
export async function signInBy(
  { baseUrl, oauthUrl }: Addresses,
  getTokens: (server: oauth.AuthorizationServer) => Promise<oauth.TokenEndpointResponse>,
): Promise<Profile> {
  try {
    const tokens = await getTokens(await discover(oauthUrl));
    const roles = tokens.scope === undefined ? {} : { roles: rolesAmong(tokens.scope.split(' ')) };
    return { baseUrl, oauthUrl, tokens: storedTokens(tokens), ...roles };
  } catch (error) {
    if (error instanceof CommandFailure) throw error;
    if (isNetworkError(error)) throw unreachable(oauthUrl, error, 'OAUTH_URL');
    throw notSignedIn(`The sign-in failed: ${reasonOf(error)}. Try again: apps login`);
  }
}

export async function discover(oauthUrl: string): Promise<oauth.AuthorizationServer> {
  const issuer = new URL(oauthUrl);
  const options = { algorithm: 'oauth2' as const, ...optionsFor(oauthUrl) };
  return oauth.processDiscoveryResponse(issuer, await oauth.discoveryRequest(issuer, options));
}

/** An authorization request with PKCE and `state`. The user signs in again where the browser's session is old. */
export async function authorizationRequest(
  server: oauth.AuthorizationServer,
  redirectUri: string,
  scope: string,
): Promise<{ address: string; state: string; verifier: string }> {
  const state = oauth.generateRandomState();
  const verifier = oauth.generateRandomCodeVerifier();
  const request = new URLSearchParams({
    client_id: CLIENT_ID,
    redirect_uri: redirectUri,
    response_type: 'code',
    scope,
    max_age: String(SIGN_IN_MAX_AGE_SECONDS),
    state,
    code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
  });
  return { address: `${webAddress(server.authorization_endpoint)}?${request}`, state, verifier };
}

/** @param parameters of a response that was checked */
export async function exchangeCode(
  server: oauth.AuthorizationServer,
  parameters: URLSearchParams,
  redirectUri: string,
  verifier: string,
): Promise<oauth.TokenEndpointResponse> {
  const response = await oauth.authorizationCodeGrantRequest(
    server,
    client,
    oauth.None(),
    parameters,
    redirectUri,
    verifier,
    optionsFor(server.issuer),
  );
  return oauth.processAuthorizationCodeResponse(server, client, response);
}

/** A browser opens the address, so only http and https are accepted. */
export function webAddress(endpoint = ''): string {
  if (/^https?:\/\/[^#\s]+$/.test(endpoint)) return endpoint;
  throw new Error(`the OAuth service names the address '${endpoint}' for signing in`);
}

function storedTokens(tokens: oauth.TokenEndpointResponse): NonNullable<Profile['tokens']> {
  if (!tokens.refresh_token) {
    throw new CommandFailure(exitCodes.forbidden, [
      { code: 'no_refresh_token', detail: 'The OAuth service gave no refresh token.' },
    ]);
  }
  const seconds = tokens.expires_in ?? 0;
  return {
    accessToken: tokens.access_token,
    refreshToken: tokens.refresh_token,
    expiresAt: new Date(Date.now() + seconds * 1000).toISOString(),
  };
}

/** Plain HTTP on this machine only. */
export function optionsFor(oauthUrl: string) {
  const { hostname } = new URL(oauthUrl);
  const isLoopback = ['localhost', '127.0.0.1', '[::1]'].includes(hostname);
  const signal = () => AbortSignal.timeout(30_000);
  return { signal, ...(isLoopback && { [oauth.allowInsecureRequests]: true }) };
}

function reasonOf(error: unknown): string {
  if (error instanceof oauth.AuthorizationResponseError) {
    return error.error_description ?? error.error;
  }
  if (error instanceof oauth.ResponseBodyError) return error.error_description ?? error.error;
  const reason = error instanceof Error ? error.message : String(error);
  return reason.replace(/\.$/, '');
}
