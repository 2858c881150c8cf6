/** The OAuth service's public address. */
export function oauthUrl(): string {
  return addressInPage('oauth-url');
}

/** The registry's public address, the only one from which a sign-in comes back. */
export function baseUrl(): string {
  return addressInPage('registry-url');
}

/** The registry writes its addresses into the page. */
function addressInPage(name: string): string {
  return document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content ?? '';
}
