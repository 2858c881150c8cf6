import type { ExternalApp } from './external-app.ts';
import type { PlatformAddresses } from './platform.ts';

// biome-ignore lint/suspicious/noExplicitAny: what it holds is up to whoever asks
export type ApiAnswer = { status: number; body: any; headers: Headers };

/** Calls the OAuth service's public API with a bearer credential. */
export function administrator(platform: PlatformAddresses, credential: string | undefined) {
  return apiCaller(platform.oauthUrl, credential);
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

/** The id of an app's user. */
export async function userOf(platform: PlatformAddresses, app: ExternalApp): Promise<string> {
  const call = administrator(platform, app.apiKey);
  const { body } = await call('GET', `/v1/users?query=${encodeURIComponent(app.email)}`);
  return body.data[0].id;
}
