import { unwrap } from '@app-platform/client/source';
import { holdsRole } from '@app-platform/contracts';
import { queryOptions, useSuspenseQuery } from '@tanstack/react-query';
import { registry } from './clients.ts';

const callerQuery = queryOptions({
  queryKey: ['caller'],
  queryFn: async () => (await unwrap(registry.GET('/v1/me'))).data.attributes,
  staleTime: Number.POSITIVE_INFINITY,
});

/** The person who is signed in: the organization, and the roles of the access token. */
export function useCaller() {
  const { data } = useSuspenseQuery(callerQuery);
  return { ...data, holds: (role: string) => holdsRole(data.roles, role) };
}
