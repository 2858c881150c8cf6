import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import * as oauth from 'oauth4webapi';
import { CommandFailure, exitCodes, isNetworkError, notSignedIn, unreachable } from '../failure.ts';
import type { Profile } from './profiles.ts';
import { type Addresses, CLIENT_ID } from './registry.ts';

/** The scopes that the commands need. A sign-in grants those that the user holds. */
const SCOPE = 'org.admin.apps org.permission.apps offline_access';
const TIMEOUT_SECONDS = 300;

const client: oauth.Client = { client_id: CLIENT_ID };

/**
 * Signs in with a browser: an authorization code with PKCE, received on a loopback address.
 * @param show shows the address to open
 */
export async function signIn(addresses: Addresses, show: (url: string) => void): Promise<Profile> {
  const loopback = await openLoopbackServer();
  try {
    return await signInAt(addresses, loopback, show);
  } catch (error) {
    if (error instanceof CommandFailure) throw error;
    if (isNetworkError(error)) throw unreachable(addresses.oauthUrl, error, 'OAUTH_URL');
    throw notSignedIn(`The sign-in failed: ${reasonOf(error)}. Try again: apps login`);
  } finally {
    loopback.close();
  }
}

async function signInAt(
  addresses: Addresses,
  loopback: Awaited<ReturnType<typeof openLoopbackServer>>,
  show: (url: string) => void,
): Promise<Profile> {
  const { redirectUri } = loopback;
  const server = await discover(addresses.oauthUrl);
  const state = oauth.generateRandomState();
  const verifier = oauth.generateRandomCodeVerifier();
  const request = new URLSearchParams({
    client_id: CLIENT_ID,
    redirect_uri: redirectUri,
    response_type: 'code',
    scope: SCOPE,
    state,
    code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
  });
  show(`${webAddress(server.authorization_endpoint)}?${request}`);
  // A response with another `state` is rejected and does not end the wait.
  const parameters = await loopback.answer(
    (address) => answerOf(server, address, state),
    TIMEOUT_SECONDS,
  );
  if (parameters instanceof oauth.AuthorizationResponseError) throw parameters;
  const response = await oauth.authorizationCodeGrantRequest(
    server,
    client,
    oauth.None(),
    parameters,
    redirectUri,
    verifier,
    optionsFor(addresses.oauthUrl),
  );
  const tokens = await oauth.processAuthorizationCodeResponse(server, client, response);
  return { ...addresses, tokens: storedTokens(tokens) };
}

async function discover(oauthUrl: string): Promise<oauth.AuthorizationServer> {
  const issuer = new URL(oauthUrl);
  const options = { algorithm: 'oauth2' as const, ...optionsFor(oauthUrl) };
  return oauth.processDiscoveryResponse(issuer, await oauth.discoveryRequest(issuer, options));
}

/** A browser opens the address, so only http and https are accepted. */
function webAddress(endpoint = ''): string {
  if (/^https?:\/\/[^?#\s]+$/.test(endpoint)) return endpoint;
  throw new Error(`the OAuth service names the address '${endpoint}' for signing in`);
}

/** Returns a refusal with the right `state` instead of throwing it. */
function answerOf(server: oauth.AuthorizationServer, address: URL, state: string) {
  try {
    return oauth.validateAuthResponse(server, client, address, state);
  } catch (error) {
    if (error instanceof oauth.AuthorizationResponseError) return error;
    throw error;
  }
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

/** Revokes the tokens of a sign-in (RFC 7009). */
export async function signOut({ oauthUrl, tokens }: Profile): Promise<void> {
  if (!tokens) return;
  try {
    const server = await discover(oauthUrl);
    const response = await oauth.revocationRequest(
      server,
      client,
      oauth.None(),
      tokens.refreshToken,
      optionsFor(oauthUrl),
    );
    await oauth.processRevocationResponse(response);
  } catch (error) {
    if (isNetworkError(error)) throw unreachable(oauthUrl, error, 'OAUTH_URL');
    throw error;
  }
}

/** Plain HTTP on this machine only. */
function optionsFor(oauthUrl: string) {
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

const PATH = '/callback';

type LoopbackServer = {
  redirectUri: string;
  /** Resolves with the first response that `check` accepts; rejects after the timeout. */
  answer<Result>(check: (parameters: URL) => Result, timeoutSeconds: number): Promise<Result>;
  close(): void;
};

/** Receives an authorization response on this machine (RFC 8252 section 7.3). */
async function openLoopbackServer(): Promise<LoopbackServer> {
  const waiting: ((address: URL) => string)[] = [];
  const server = createServer((request, response) => {
    const address = new URL(request.url ?? '/', redirectUri);
    const [receive] = waiting;
    if (request.method !== 'GET' || address.pathname !== PATH || !receive) {
      return send(response, 404, 'There is no such page.');
    }
    try {
      send(response, 200, receive(address));
    } catch {
      send(response, 400, 'This is no answer to the sign-in that the command line began.');
    }
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(0, '127.0.0.1', resolve);
  });
  const redirectUri = `http://127.0.0.1:${(server.address() as AddressInfo).port}${PATH}`;
  return {
    redirectUri,
    answer: (check, timeoutSeconds) =>
      new Promise((resolve, reject) => {
        const timer = setTimeout(
          () => reject(new Error(`Nobody signed in within ${timeoutSeconds} seconds.`)),
          timeoutSeconds * 1000,
        );
        waiting.push((address) => {
          const result = check(address);
          clearTimeout(timer);
          resolve(result);
          return 'You can close this window and go back to the command line.';
        });
      }),
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

function send(response: ServerResponse, status: number, text: string): void {
  response
    .writeHead(status, {
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Security-Policy': "default-src 'none'",
      'Referrer-Policy': 'no-referrer',
      'Cache-Control': 'no-store',
      Connection: 'close',
    })
    .end(`<!doctype html><title>apps</title><p>${text}</p>`);
}
