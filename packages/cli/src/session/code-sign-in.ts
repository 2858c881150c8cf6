import * as oauth from 'oauth4webapi';
import { notSignedIn } from '../failure.ts';
import {
  authorizationRequest,
  client,
  exchangeCode,
  type SignInRequest,
  signInBy,
} from './oauth-server.ts';
import type { Profile } from './profiles.ts';

/** The page of the OAuth service that shows a code to copy. */
const CODE_PAGE = '/cli/code';

/**
 * Signs in with a browser elsewhere, whose last page shows a code that a person copies here.
 * @param show shows the address to open
 * @param read reads what was pasted
 */
export function signInByCode(
  request: SignInRequest,
  show: (url: string) => void,
  read: () => Promise<string>,
): Promise<Profile> {
  return signInBy(request, async (server) => {
    const redirectUri = server.issuer + CODE_PAGE;
    const { address, state, verifier } = await authorizationRequest(
      server,
      redirectUri,
      request.scope,
    );
    show(address);
    const parameters = parametersOf(server, await read(), state);
    return exchangeCode(server, parameters, redirectUri, verifier);
  });
}

/**
 * The page shows the code and the `state`, joined with a dot. A code with another `state` is of a sign-in that
 * somebody else began (RFC 6749 section 10.12). That the page is of this OAuth service stands for `iss`.
 */
function parametersOf(
  server: oauth.AuthorizationServer,
  pasted: string,
  state: string,
): URLSearchParams {
  const [code, itsState, ...more] = pasted.trim().split('.');
  if (!code) throw notSignedIn('There was no code on standard input. Try again: apps login --code');
  if (itsState !== state || more.length > 0) {
    throw notSignedIn(
      'This is not the code of this sign-in. Copy all of it. Try again: apps login --code',
    );
  }
  return oauth.validateAuthResponse(
    server,
    client,
    new URLSearchParams({ code, state, iss: server.issuer }),
    state,
  );
}
