import { problem, type RoleRequirement } from '@app-platform/contracts';
import { AppError } from '../errors/app-error.ts';
import type { Route } from './route.ts';

/** What challenges say of a protected resource (RFC 9728 section 5.1). */
export type ResourceChallenge = {
  /** Address of its metadata. */
  metadataUrl: string;
  /** The scope that a challenge names where the operation needs none. */
  defaultScope: string;
};

type Access = Route<never>['access'];

/** Every scope of `all`; of `any` the last one, which allows the least. */
export function scopesOf(requirement: RoleRequirement): readonly string[] {
  return 'all' in requirement ? requirement.all : requirement.any.slice(-1);
}

/** RFC 6750 section 3.1. */
export function insufficientScope(
  missing: readonly string[],
  requirement: RoleRequirement,
  scheme: 'Bearer' | 'DPoP',
  resource?: ResourceChallenge,
): AppError {
  const names = missing.join('any' in requirement ? ' or ' : ' and ');
  const detail = `This needs the role ${names}, which the credential does not hold.`;
  const scope = scopesOf(requirement).join(' ');
  const metadata = resource ? `, resource_metadata="${resource.metadataUrl}"` : '';
  return new AppError(problem('forbidden', detail, undefined, { missingRoles: missing }), {
    headers: {
      'WWW-Authenticate': `${scheme} error="insufficient_scope", scope="${scope}"${metadata}`,
    },
  });
}

/** Where a 401 names no resource, its challenge has this parameter. */
const REALM = /^realm="[^"]*"(?:, )?/;

/** @returns a 401 whose challenge names the resource and the scopes of the operation; any other error as it is */
export function withResourceChallenge(
  error: unknown,
  access: Access,
  resource: ResourceChallenge | undefined,
): unknown {
  if (!resource || !(error instanceof AppError) || error.status !== 401) return error;
  const { problems, cause, headers } = error;
  const challenge = headers['WWW-Authenticate'] ?? 'Bearer';
  const [scheme = 'Bearer'] = challenge.split(' ', 1);
  const parameters = challenge.slice(scheme.length + 1).replace(REALM, '');
  const scope = typeof access === 'string' ? resource.defaultScope : scopesOf(access).join(' ');
  const named = `${scheme} resource_metadata="${resource.metadataUrl}", scope="${scope}"`;
  return new AppError(problems, {
    cause,
    headers: {
      ...headers,
      'WWW-Authenticate': parameters ? `${named}, ${parameters}` : named,
    },
  });
}
