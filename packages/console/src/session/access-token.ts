import { holdsRole } from '@app-platform/contracts';

/** Of this page alone: it is in no storage, and ends with the page. */
type AccessToken = { value: string; keptAt: number; expiresAt: number; scopes: readonly string[] };

const NEW_MILLISECONDS = 10_000;

let current: AccessToken | undefined;

/**
 * @param lifetimeSeconds how long the OAuth service says that it is valid
 * @param scope what it says that the token may do
 */
export function keepAccessToken(value: string, lifetimeSeconds: number, scope: string): void {
  const keptAt = Date.now();
  const expiresAt = keptAt + lifetimeSeconds * 1000;
  current = { value, keptAt, expiresAt, scopes: scope.split(' ') };
}

/** Whether the token had the role when it was issued: known before the registry has answered. */
export function mayHold(role: string): boolean {
  return holdsRole(current?.scopes ?? [], role);
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
