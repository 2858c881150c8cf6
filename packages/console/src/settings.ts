/** The first-party client of the OAuth service. */
export const CLIENT_ID = 'console';

/** Where the console is served. */
export const BASE_PATH = '/console';

/** The OAuth service's public address. The registry writes it into the page. */
export function oauthUrl(): string {
  const meta = document.querySelector<HTMLMetaElement>('meta[name="oauth-url"]');
  return meta?.content ?? '';
}

export function redirectUri(): string {
  return `${location.origin}${BASE_PATH}/callback`;
}
