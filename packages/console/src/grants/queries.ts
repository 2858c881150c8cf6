import { unwrap } from '@app-platform/client/source';
import { isFirstPartyClient } from '@app-platform/contracts';
import { infiniteQueryOptions } from '@tanstack/react-query';
import { oauth, pageAfter, pagination } from '../api/clients.ts';

/** The filter of the address. `kind` is left out for grants of apps. */
type GrantFilter = { user?: string; app?: string; kind?: 'app' | 'first_party' };

export type ListedGrants = ReturnType<typeof listedGrants>;

/** Why an administrator should look at a grant. */
export type GrantConcern = 'wide' | 'unused' | 'administrator' | 'unverified';
type Grant = Awaited<ReturnType<typeof readGrants>>['data'][number];

/** The most rows of a list. The browser holds them all. */
export const MOST_GRANTS = 10_000;

/** The grants that a filter lists. The name of an app says of which kind they are. */
export function listedGrants({ user, app, kind = 'app' }: GrantFilter) {
  const kindOfApp = app && (isFirstPartyClient(app) ? 'first_party' : 'app');
  return { ...(user && { user }), ...(app && { app }), kind: kindOfApp || kind };
}

export function grantsQuery(filter: ListedGrants & { concern?: GrantConcern }) {
  return infiniteQueryOptions({
    queryKey: ['grants', filter],
    queryFn: ({ pageParam }) => readGrants(filter, pageParam),
    ...pagination,
  });
}

function readGrants(filter: Parameters<typeof grantsQuery>[0], after: string) {
  const query = { ...filter, ...pageAfter(after, 100) };
  return unwrap(oauth.GET('/v1/grants', { params: { query } }));
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
  /** Null where no tokens were issued. */
  lastUsedAt: string | null;
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
          .flatMap(({ lastUsedAt }) => lastUsedAt ?? [])
          .sort()
          .at(-1) ?? null,
      grants: group,
    };
  });
}

/** What people know the app by. */
export function appOf({ app, clientId }: Pick<GrantGroup, 'app' | 'clientId'>): string {
  return app?.title ?? clientId;
}
