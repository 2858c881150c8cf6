import type { Grant } from './queries.ts';

/** What one user has given one app, in one grant for each sign-in. */
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
