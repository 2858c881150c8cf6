import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import * as oauth from 'oauth4webapi';
import { isNetworkError, unreachable } from '../failure.ts';
import {
  authorizationRequest,
  client,
  discover,
  exchangeCode,
  optionsFor,
  type SignInRequest,
  signInBy,
} from './oauth-server.ts';
import type { Profile } from './profiles.ts';

const TIMEOUT_SECONDS = 300;

/**
 * Signs in with a browser: an authorization code with PKCE, received on a loopback address.
 * @param show shows the address to open
 */
export async function signIn(
  request: SignInRequest,
  show: (url: string) => void,
): Promise<Profile> {
  const loopback = await openLoopbackServer();
  try {
    return await signInBy(request, (server) =>
      tokensByLoopback(server, request.scope, loopback, show),
    );
  } finally {
    loopback.close();
  }
}

async function tokensByLoopback(
  server: oauth.AuthorizationServer,
  scope: string,
  loopback: LoopbackServer,
  show: (url: string) => void,
): Promise<oauth.TokenEndpointResponse> {
  const { redirectUri } = loopback;
  const { address: url, state, verifier } = await authorizationRequest(server, redirectUri, scope);
  show(url);
  // A response with another `state` is rejected and does not end the wait.
  const parameters = await loopback.answer(
    (address) => answerOf(server, address, state),
    TIMEOUT_SECONDS,
  );
  if (parameters instanceof oauth.AuthorizationResponseError) throw parameters;
  return exchangeCode(server, parameters, redirectUri, verifier);
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
