import { firstPartyCeilings, localProgramClient, roles } from '@app-platform/contracts';

/** The client id of this program at the OAuth service. */
export const CLIENT_ID = localProgramClient;

/** What each sign-in asks for. It gets the roles that the user holds. */
const baseRoles: readonly string[] = [roles.apps, roles.appPermissions];

/** The most that a sign-in can have. */
export const allowedRoles: readonly string[] = firstPartyCeilings[CLIENT_ID].declared;

/** @returns of these the ones that not every sign-in asks for, each once */
export function furtherRoles(asked: readonly string[]): string[] {
  return [...new Set(asked)].filter((role) => !baseRoles.includes(role));
}

/** @param further roles that not every sign-in asks for */
export function scopeOf(further: readonly string[]): string {
  return [...baseRoles, ...furtherRoles(further), 'offline_access'].join(' ');
}

/** The roles among scopes; `offline_access` is another scope. */
export function rolesAmong(scopes: readonly string[]): string[] {
  return scopes.filter((scope) => /^org(\.|$)/.test(scope));
}
