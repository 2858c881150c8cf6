import {
  type FirstPartyClient,
  firstPartyCeilings,
  holdsRole,
  identityScopes,
  isBelowCeilings,
  isFirstPartyClient,
  MAX_SCOPE_CHARACTERS,
  MAX_SCOPES,
  MCP_PATH,
  type RoleCeilings,
  rolePattern,
  roles,
} from '@app-platform/contracts';
import { decodeJwt } from 'jose';
import { errors, type KoaContextWithOIDC } from 'oidc-provider';

export const OFFLINE_ACCESS = 'offline_access';
/** The scopes that are no roles. A user may always grant them. */
export const otherScopes: readonly string[] = [OFFLINE_ACCESS, ...identityScopes];
const ROLE = new RegExp(rolePattern);

/** The scopes of a parameter, separated by spaces or by `+` (sent as `%2B`). */
export function scopesOf(parameter: unknown): string[] {
  if (typeof parameter !== 'string') return [];
  return [...new Set(parameter.split(/[ +]+/).filter((scope) => scope !== ''))];
}

/**
 * Restores the scope as it was sent: oidc-provider drops `offline_access` without `prompt=consent`,
 * the specification always honours it.
 * @throws InvalidScope for anything but roles and {@link otherScopes}, and for too many of them
 */
export function checkScope(context: KoaContextWithOIDC, checked: unknown): void {
  const { oidc } = context;
  const asSent = scopeAsSent(context) ?? checked ?? defaultScope(oidc.params?.resource);
  checkScopeLimits(asSent);
  const sent = scopesOf(asSent);
  if (sent.length === 0) throw new errors.InvalidRequest("missing required parameter 'scope'");
  const unknown = sent.filter((scope) => !otherScopes.includes(scope) && !ROLE.test(scope));
  if (unknown.length > 0) {
    const description = `a scope is a role or one of ${otherScopes.join(', ')}`;
    throw new errors.InvalidScope(description, unknown.join(' '));
  }
  if (oidc.params) oidc.params.scope = allowedOf(oidc.client?.clientId, sent).join(' ');
}

/** RFC 6749 section 3.3: for the MCP server what its challenges name, since its clients may leave the scope out. */
function defaultScope(resource: unknown): string | undefined {
  return String(resource).endsWith(MCP_PATH) ? roles.appPermissions : undefined;
}

/** @throws AccessDenied if a first-party client may have none of the roles */
function allowedOf(clientId: string | undefined, sent: string[]): string[] {
  if (!isFirstPartyClient(clientId)) return sent;
  const narrowed = narrowedScopes(clientId, sent);
  const isRole = (scope: string) => !otherScopes.includes(scope);
  if (narrowed.some(isRole) || !sent.some(isRole)) return narrowed;
  throw new errors.AccessDenied('the client may have none of the requested roles');
}

/** The requested scopes below the ceiling of a first-party client. Of a role above it, the ceiling's own. */
function narrowedScopes(clientId: FirstPartyClient, asked: readonly string[]): string[] {
  const ceiling = firstPartyCeilings[clientId].declared;
  const below = asked.flatMap((scope) => {
    if (scope === OFFLINE_ACCESS || holdsRole(ceiling, scope)) return [scope];
    return ceiling.filter((role) => holdsRole([scope], role));
  });
  return [...new Set(below)];
}

/** @returns undefined for a request that has no scope itself, such as the one that resumes another */
export function scopeAsSent({ oidc, query }: KoaContextWithOIDC): unknown {
  const { PushedAuthorizationRequest: pushed } = oidc.entities;
  return pushed ? decodeJwt(pushed.request).scope : (oidc.body?.scope ?? query.scope);
}

/** @throws `invalid_scope` for a parameter that could make a token too long */
export function checkScopeLimits(parameter: unknown): void {
  const characters = typeof parameter === 'string' ? parameter.length : 0;
  if (characters <= MAX_SCOPE_CHARACTERS && scopesOf(parameter).length <= MAX_SCOPES) return;
  const most = MAX_SCOPE_CHARACTERS.toLocaleString('en');
  const description = `at most ${MAX_SCOPES} scopes, and ${most} characters of scope`;
  // InvalidScope would repeat the scope.
  throw new errors.CustomOIDCProviderError('invalid_scope', description);
}

/** As many of the scopes as a token may have. Grants from before the limits may have more. */
export function withinLimits(scopes: readonly string[]): string[] {
  let characters = -1;
  const end = scopes.findIndex((scope, index) => {
    characters += scope.length + 1;
    return index >= MAX_SCOPES || characters > MAX_SCOPE_CHARACTERS;
  });
  return end === -1 ? [...scopes] : scopes.slice(0, end);
}

/** The limits of a grant: the roles of the user, and the ceilings of the installation. */
export type ScopeLimits = { roles: readonly string[]; ceilings: RoleCeilings };

/** Of the requested scopes, the roles that every limit allows, and those that are no roles. */
export function grantableScopes(asked: readonly string[], limits: ScopeLimits): string[] {
  const { roles, ceilings } = limits;
  const isGrantable = (scope: string) =>
    holdsRole(roles, scope) && isBelowCeilings(ceilings, scope);
  return asked.filter((scope) => otherScopes.includes(scope) || isGrantable(scope));
}

/** Why a requested scope is left out, for the consent page. */
export function refusalOf(
  scope: string,
  { roles, ceilings }: ScopeLimits,
): 'not_declared' | 'not_held' | 'not_allowed' {
  if (!isBelowCeilings({ ...ceilings, allowed: null }, scope)) return 'not_declared';
  return holdsRole(roles, scope) ? 'not_allowed' : 'not_held';
}

/** The scopes of the request's code, device code, refresh token or parameter. */
export function requestedScopes({ oidc }: KoaContextWithOIDC): string[] {
  const { AuthorizationCode: code, RefreshToken: refreshToken, DeviceCode: device } = oidc.entities;
  return scopesOf(code?.scope ?? device?.scope ?? refreshToken?.scope ?? oidc.params?.scope);
}
