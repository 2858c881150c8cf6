const CARRIED = '#input=';

/**
 * Opens this page at another address of the same service, such as localhost in place of 127.0.0.1. The two share no
 * storage: what the reader has typed is in the fragment, which no server gets.
 */
export function openPageAt(origin: string, input: unknown): Promise<never> {
  const fragment = CARRIED + encodeURIComponent(JSON.stringify(input));
  location.replace(origin + location.pathname + fragment);
  return new Promise<never>(() => undefined);
}

/**
 * The input of `openPageAt`, and removes it from the address. Any page can link to such an address: the input is shown,
 * and never sent by itself.
 */
export function takeCarriedInput(): unknown {
  const { hash, pathname } = location;
  if (!hash.startsWith(CARRIED)) return undefined;
  history.replaceState(null, '', pathname);
  try {
    return JSON.parse(decodeURIComponent(hash.slice(CARRIED.length)));
  } catch {
    return undefined;
  }
}
