import { describeRole, type Role, roleDescriptions, roles } from '@app-platform/contracts';
import type { Route } from '@app-platform/http-api';
import { component, list, record, response, text } from '@app-platform/http-api/schemas';
import { type Static, Type } from '@sinclair/typebox';
import { defineRoute, type Principal } from '../authentication/principal.ts';
import type { Reading } from '../database/database.ts';
import type { Installation, InstallationStore } from './installation-store.ts';

const KnownRole = Type.Object({
  role: text('The name of the role.'),
  description: text('What the role allows its holder.'),
  apps: list(
    Type.Object({ name: text('The name of the app.'), title: text('Display name.') }),
    'The installed apps that ask for the role.',
  ),
});

const RoleCatalogue = component(
  'RoleCatalogue',
  record('role_catalogue', Type.Object({ roles: list(KnownRole, 'By name.') })),
);
const RoleCatalogueResponse = component('RoleCatalogueResponse', response(RoleCatalogue));

type CatalogueDependencies = { database: Reading<{ installations: InstallationStore }> };

/** The roles of the platform, and those that the installed apps of the organization ask for. */
export function roleCatalogueRoutes({ database }: CatalogueDependencies): Route<Principal>[] {
  return [
    defineRoute({
      method: 'get',
      path: '/v1/roles',
      operationId: 'readRoleCatalogue',
      summary: 'The roles that have an effect in the organization',
      description:
        'The roles of the platform, and those that the definitions of the installed apps ask for. A user or an API key may hold any other role, which nothing asks for.',
      access: { any: [roles.users, roles.apiKeys, roles.apps, roles.appPermissions] },
      responses: { 200: { description: 'The catalogue.', schema: RoleCatalogueResponse } },
      handle: async ({ principal: { organizationId } }) => {
        const installed = await database.reading(organizationId).installations.list(organizationId);
        const attributes = { roles: knownRoles(installed) };
        const data = { type: 'role_catalogue' as const, id: organizationId, attributes };
        return { status: 200, body: { data } };
      },
    }),
  ];
}

type Asking = Pick<Installation, 'name' | 'title' | 'declaredRoles' | 'waitingRoles'>;

function knownRoles(installed: readonly Asking[]): Static<typeof KnownRole>[] {
  const found = new Map<string, Static<typeof KnownRole>['apps']>();
  for (const role of Object.keys(roleDescriptions) as Role[]) found.set(role, []);
  for (const { name, title, declaredRoles, waitingRoles } of installed) {
    for (const role of new Set([...(declaredRoles ?? []), ...waitingRoles])) {
      found.set(role, [...(found.get(role) ?? []), { name, title }]);
    }
  }
  return [...found]
    .map(([role, apps]) => ({ role, description: describeRole(role), apps }))
    .toSorted((one, other) => (one.role < other.role ? -1 : 1));
}
