import { unwrap } from '@app-platform/client/source';
import { isFirstPartyClient } from '@app-platform/contracts';
import { infiniteQueryOptions } from '@tanstack/react-query';
import { oauth, pageAfter, pagination } from '../api/clients.ts';

/** The filter of the address. `kind` is left out for grants of apps. */
type GrantFilter = { user?: string; app?: string; kind?: 'app' | 'first_party' };

export type ListedGrants = ReturnType<typeof listedGrants>;
type Grant = Awaited<ReturnType<typeof readGrants>>['data'][number];

/** The grants that a filter lists. The name of an app says of which kind they are. */
export function listedGrants({ user, app, kind = 'app' }: GrantFilter) {
  const kindOfApp = app && (isFirstPartyClient(app) ? 'first_party' : 'app');
  return { ...(user && { user }), ...(app && { app }), kind: kindOfApp || kind };
}

export function grantsQuery(filter: ListedGrants) {
  return infiniteQueryOptions({
    queryKey: ['grants', filter],
    queryFn: ({ pageParam }) => readGrants(filter, pageParam),
    ...pagination,
  });
}

function readGrants(filter: ListedGrants, after: string) {
  return unwrap(oauth.GET('/v1/grants', { params: { query: { ...filter, ...pageAfter(after) } } }));
}

/** The grants of one user to one app. There is one for each sign-in. */
export type GrantGroup = {
  /** Of the first grant. */
  id: string;
  user: Grant['attributes']['user'];
  app: Grant['attributes']['app'];
  clientId: string;
  scopes: string[];
  grantedAt: string;
  lastUsedAt: string;
  grants: Grant[];
};

/** Grants of the same user to the same app together, in the order of their first ones. */
export function grantGroups(grants: readonly Grant[]): GrantGroup[] {
  const groups = Map.groupBy(grants, ({ attributes: { user, clientId } }) => user.id + clientId);
  return [...groups.values()].flatMap((group) => {
    const [first] = group;
    if (!first) return [];
    const { user, app, clientId } = first.attributes;
    const attributes = group.map((grant) => grant.attributes);
    return {
      id: first.id,
      user,
      app,
      clientId,
      scopes: [...new Set(attributes.flatMap(({ scopes }) => scopes))],
      grantedAt: attributes.map(({ grantedAt }) => grantedAt).sort()[0] ?? '',
      lastUsedAt:
        attributes
          .map(({ lastUsedAt }) => lastUsedAt)
          .sort()
          .at(-1) ?? '',
      grants: group,
    };
  });
}

/** What people know the app by. */
export function appOf({ app, clientId }: Pick<GrantGroup, 'app' | 'clientId'>): string {
  return app?.title ?? clientId;
}
