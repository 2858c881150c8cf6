import { isAppToken, problem, type UserIdentity } from '@app-platform/contracts';
import { AppError } from '@app-platform/http-api';
import type { Principal } from '../authentication/principal.ts';
import type { OauthClient } from '../oauth-client/oauth-client.ts';

export type WhoAmIDependencies = {
  /** Left out where the registry knows no OAuth service: it accepts no access token then. */
  oauthClient?: Pick<OauthClient, 'findUserIdentity'> | undefined;
};

/**
 * Who is calling. An app learns the names of its user and of the organization with the scope `profile`, and the
 * user's address with `email`.
 * @throws AppError `temporarily_unavailable` where the OAuth service does not answer
 */
export async function whoAmI({ oauthClient }: WhoAmIDependencies, principal: Principal) {
  const { kind, id, organizationName, identityScopes = [], roles, ...attributes } = principal;
  const { organizationId, userId } = principal;
  const mayKnow = (scope: 'profile' | 'email') => identityScopes.includes(scope);
  const isApp = isAppToken(principal);
  const wantsUser = isApp && userId !== undefined && (mayKnow('profile') || mayKnow('email'));
  const user: UserIdentity | undefined = wantsUser
    ? await oauthClient?.findUserIdentity(organizationId, userId).catch(unavailable)
    : undefined;
  return {
    type: kind,
    id,
    attributes: {
      ...attributes,
      roles: [...roles],
      ...((!isApp || mayKnow('profile')) && { organizationName }),
      ...(mayKnow('profile') && user && { userName: user.name }),
      ...(mayKnow('email') && user && { userEmail: user.email }),
    },
  };
}

function unavailable(cause: unknown): never {
  const detail = 'The user cannot be read right now. Try again in a few seconds.';
  const headers = { 'Retry-After': '5' };
  throw new AppError(problem('temporarily_unavailable', detail), { cause, headers });
}
