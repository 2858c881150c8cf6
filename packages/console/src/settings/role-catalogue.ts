import { unwrap } from '@app-platform/client/source';
import {
  describeRole,
  holdsRole,
  type Role,
  roleDescriptions,
  wideRoles,
} from '@app-platform/contracts';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { registry } from '../api/clients.ts';

type KnownRole = { role: string; description: string; apps: { name: string; title: string }[] };

/** Its key begins with `apps`: an installation may add roles. */
const catalogueQuery = queryOptions({
  queryKey: ['apps', 'role-catalogue'],
  queryFn: async () => (await unwrap(registry.GET('/v1/roles'))).data.attributes.roles,
});

const PLATFORM_ROLES: KnownRole[] = (Object.keys(roleDescriptions) as Role[]).map((role) => ({
  role,
  description: roleDescriptions[role],
  apps: [],
}));

/** The roles of the platform, and those that installed apps ask for. Until they are read: those of the platform. */
export function useRoleCatalogue() {
  const { data: known = PLATFORM_ROLES } = useQuery(catalogueQuery);
  const entries = new Map(known.map((one) => [one.role, one]));
  return {
    roles: [...new Set([...wideRoles, ...entries.keys()])],
    describe: (role: string) => entries.get(role)?.description ?? describeRole(role),
    appsOf: (role: string) => (entries.get(role)?.apps ?? []).map(({ title }) => title),
    /** Whether the platform or an installed app asks for the role, for a part of it, or for what includes it. */
    isKnown: (role: string) =>
      known.some(
        (one) =>
          holdsRole([role], one.role) || (one.apps.length > 0 && holdsRole([one.role], role)),
      ),
  };
}
