import { unwrap } from '@app-platform/client/source';
import { holdsRole, RECENT_SIGN_IN_SECONDS } from '@app-platform/contracts';
import { queryOptions, useSuspenseQuery } from '@tanstack/react-query';
import { oauth, registry } from './clients.ts';

export const callerQuery = queryOptions({
  queryKey: ['caller'],
  queryFn: async () => (await unwrap(registry.GET('/v1/me'))).data.attributes,
  staleTime: Number.POSITIVE_INFINITY,
});

/** The registry knows the id of the user alone. */
export const signedInUserQuery = queryOptions({
  queryKey: ['signed-in-user'],
  queryFn: async () => (await unwrap(oauth.GET('/v1/users/me'))).data.attributes.email,
  staleTime: Number.POSITIVE_INFINITY,
});

/** The person who is signed in: the organization, and the roles of the access token. */
export function useCaller() {
  const { data } = useSuspenseQuery(callerQuery);
  // It is left out for apps alone.
  const { organizationName = '' } = data;
  return { ...data, organizationName, holds: (role: string) => holdsRole(data.roles, role) };
}

/** Whether the person has signed in within the minutes in which the platform shows users and API keys. */
export function isSignInRecent({ authenticatedAt }: { authenticatedAt?: string }): boolean {
  const signedInAt = Date.parse(authenticatedAt ?? '');
  return Date.now() - signedInAt < RECENT_SIGN_IN_SECONDS * 1000;
}
