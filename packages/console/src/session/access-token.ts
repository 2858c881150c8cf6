/** Of this page alone: it is in no storage, and ends with the page. */
type AccessToken = { value: string; expiresAt: number };

let current: AccessToken | undefined;

/** @param lifetimeSeconds how long the OAuth service says that it is valid */
export function keepAccessToken(value: string, lifetimeSeconds: number): void {
  current = { value, expiresAt: Date.now() + lifetimeSeconds * 1000 };
}

export function accessToken(): string | undefined {
  return current && current.expiresAt > Date.now() ? current.value : undefined;
}

export function forgetAccessToken(): void {
  current = undefined;
}
