import { unwrap } from '@app-platform/client/source';
import { roles } from '@app-platform/contracts';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { callerQuery, isSignInRecent } from '../api/caller.ts';
import { oauth } from '../api/clients.ts';
import { installationRequestsQuery, installationsQuery } from '../directory/queries.ts';
import { mayHold } from '../session/access-token.ts';
import { availableUpdate } from './listed-apps.ts';

const REFRESH_MILLISECONDS = 60_000;

/** How many users ask to be allowed an app: at most a page. */
const pendingConsentRequestsQuery = queryOptions({
  queryKey: ['consent-requests', 'count'],
  queryFn: async () => {
    const query = { state: 'pending', 'page[size]': 100 } as const;
    return (await unwrap(oauth.GET('/v1/consent-requests', { params: { query } }))).data.length;
  },
});

/** The numbers of updates, roles and requests that an administrator of apps decides about. Unreadable ones count as 0. */
export function usePendingCounts() {
  const enabled = mayHold(roles.apps);
  const refetchInterval = REFRESH_MILLISECONDS;
  const { data: apps = [] } = useQuery({ ...installationsQuery, enabled, refetchInterval });
  const { data: asked = [] } = useQuery({ ...installationRequestsQuery, enabled, refetchInterval });
  const maySeeUsers = useRecentUserAdministrator();
  const { data: consents = 0 } = useQuery({
    ...pendingConsentRequestsQuery,
    enabled: maySeeUsers,
    refetchInterval,
  });
  return {
    updates: apps.filter((app) => availableUpdate(app) !== null).length,
    roles: apps.filter(({ waitingRoles }) => waitingRoles.length > 0).length,
    requests: asked.length + consents,
  };
}

/** Requests of users are shown within some minutes after a sign-in alone. */
function useRecentUserAdministrator(): boolean {
  const { data: caller } = useQuery(callerQuery);
  return mayHold(roles.users) && caller !== undefined && isSignInRecent(caller);
}
