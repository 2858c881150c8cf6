/** Of this page alone: it is in no storage, and ends with the page. */
type AccessToken = { value: string; keptAt: number; expiresAt: number };

const NEW_MILLISECONDS = 10_000;

let current: AccessToken | undefined;

/** @param lifetimeSeconds how long the OAuth service says that it is valid */
export function keepAccessToken(value: string, lifetimeSeconds: number): void {
  const keptAt = Date.now();
  current = { value, keptAt, expiresAt: keptAt + lifetimeSeconds * 1000 };
}

export function accessToken(): string | undefined {
  return current && current.expiresAt > Date.now() ? current.value : undefined;
}

/** Whether the sign-in has just ended: another one would get a token like this one. */
export function isAccessTokenNew(): boolean {
  return current !== undefined && Date.now() - current.keptAt < NEW_MILLISECONDS;
}

export function forgetAccessToken(): void {
  current = undefined;
}
