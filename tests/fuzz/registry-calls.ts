import type { ExternalApp } from '../flow/external-app.ts';
import type { Platform } from '../flow/platform.ts';

export type RegistryCalls = ReturnType<typeof registryCalls>;

/** Calls the registry for an app's organization. */
export function registryCalls({ baseUrl }: Platform, { apiKey }: ExternalApp) {
  const call = (method: string, path: string, body?: object) =>
    fetch(baseUrl + path, {
      method,
      headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    });
  const changed = async (method: string, path: string, body: object) => {
    const response = await call(method, path, body);
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
    return response.json();
  };
  return {
    // biome-ignore lint/suspicious/noExplicitAny: what it holds is up to whoever asks
    post: (path: string, body: object): Promise<any> => changed('POST', path, body),
    // biome-ignore lint/suspicious/noExplicitAny: likewise
    put: (path: string, body: object): Promise<any> => changed('PUT', path, body),
    // biome-ignore lint/suspicious/noExplicitAny: likewise
    get: async (path: string): Promise<any> => (await call('GET', path)).json(),
    /** Whether it was there or not. */
    remove: async (path: string): Promise<void> => {
      await (await call('DELETE', path)).body?.cancel();
    },
  };
}
