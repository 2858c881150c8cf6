import { untilAborted } from './abort.ts';

/** An API key, or a source of access tokens. */
export type Credential = string | TokenSource;

export type TokenSource = {
  /** A token that is valid for a while. */
  token(): Promise<string>;
  /** Another token, because the registry refused this one with 401. */
  renew(refused: string): Promise<string>;
};

/** Sends the credential with every request. A refused access token is renewed once per request. */
export function authorizedFetch(
  credential: Credential,
  send: (request: Request) => Promise<Response>,
): (request: Request) => Promise<Response> {
  if (typeof credential === 'string') {
    if (!/^[\x21-\x7e]+$/.test(credential)) {
      throw new TypeError(
        'The API key is empty, or holds spaces or line breaks. Pass it as it was shown.',
      );
    }
    return (request) => send(authorized(request, credential));
  }
  return async (request) => {
    const { signal } = request;
    const token = await untilAborted(credential.token(), signal);
    const response = await send(authorized(request.clone(), token));
    if (response.status !== 401) return response;
    await response.body?.cancel();
    const renewed = await untilAborted(credential.renew(token), signal);
    return send(authorized(request, renewed));
  };
}

function authorized(request: Request, token: string): Request {
  request.headers.set('Authorization', `Bearer ${token}`);
  return request;
}
