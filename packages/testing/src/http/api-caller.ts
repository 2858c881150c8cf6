// biome-ignore lint/suspicious/noExplicitAny: what it holds is up to whoever asks
export type ApiAnswer = { status: number; body: any; headers: Headers };

/** Calls the OAuth service's public API with a bearer credential. */
export function administrator({ oauthUrl }: { oauthUrl: string }, credential: string | undefined) {
  return apiCaller(oauthUrl, credential);
}

/** Calls a public API with a bearer credential. */
export function apiCaller(address: string, credential: string | undefined) {
  return async (method: string, path: string, body?: object): Promise<ApiAnswer> => {
    const response = await fetch(`${address}${path}`, {
      method,
      headers: {
        ...(credential !== undefined && { authorization: `Bearer ${credential}` }),
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    const { status, headers } = response;
    return { status, headers, body: text === '' ? undefined : JSON.parse(text) };
  };
}

/** A call that the API refused, or failed to answer. */
export class FailedCall extends Error {
  readonly status: number;

  constructor(call: string, { status, body }: ApiAnswer) {
    super(`${call} answered ${status} ${JSON.stringify(body)}`);
    this.status = status;
  }
}

/** Calls a public API as `apiCaller` does. @returns the body @throws FailedCall for a status from 400 on */
export function succeedingCaller(address: string, credential: string | undefined) {
  const call = apiCaller(address, credential);
  return async (method: string, path: string, body?: object) => {
    const answer = await call(method, path, body);
    if (answer.status < 400) return answer.body;
    throw new FailedCall(`${method} ${path}`, answer);
  };
}

/** Posts to an API with a bearer credential. @throws Error with the answer of a refusal */
export function postJson(url: string, credential: string, body: object) {
  return succeedingCaller('', credential)('POST', url, body);
}
