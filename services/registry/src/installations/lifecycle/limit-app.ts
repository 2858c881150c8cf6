import { rolePattern, roles } from '@app-platform/contracts';
import { pageKeys, type RequestContext } from '@app-platform/http-api';
import { type Static, Type } from '@sinclair/typebox';
import {
  type AppReference,
  nameParameter,
  visibilityParameter,
} from '../../apps/find-app-version.ts';
import { defineRoute, type Principal } from '../../authentication/principal.ts';
import {
  changeInstallations,
  findInstallation,
  type InstallationDependencies,
  installationAfter,
} from '../change-installations.ts';
import type { Installation } from '../installation-store.ts';
import { limitOf } from '../limit-store.ts';
import { InstallationResponse, installationResponse } from './installed-app.ts';

const MOST_USERS = 200;
const MOST_ROLES = 16;

const listOrNull = (pattern: string, most: number, description: string) =>
  Type.Optional(
    Type.Unsafe<string[] | null>({
      description,
      type: ['array', 'null'],
      items: Type.String({ pattern }),
      maxItems: most,
      uniqueItems: true,
    }),
  );

const LimitBody = Type.Object(
  {
    users: listOrNull(
      pageKeys.uuid.source,
      MOST_USERS,
      'Ids of users who may use the app. Empty or null: none by name. Left out: as before.',
    ),
    roles: listOrNull(
      rolePattern,
      MOST_ROLES,
      'Whoever holds one of these roles may use the app, and whoever holds a role that includes one. Empty or null: none by role. Left out: as before.',
    ),
  },
  { additionalProperties: false },
);

/** Who may use an installed app. */
export function limitApp(dependencies: InstallationDependencies) {
  return defineRoute({
    method: 'patch',
    path: '/v1/apps/installed/{name}',
    operationId: 'limitApp',
    summary: 'Limit an installed app to users or roles',
    description:
      'Others get no code and no tokens of the app from then on; access tokens that they have are valid until they expire. Without users and roles everybody may use the app.',
    access: { all: [roles.apps] },
    credentials: 'administration',
    invalidates: ['installation'],
    parameters: [nameParameter, visibilityParameter],
    body: LimitBody,
    responses: { 200: { description: 'Limited.', schema: InstallationResponse } },
    refusals: ['invalid_body', 'invalid_parameter', 'not_found', 'ambiguous_app'],
    handle: async ({ principal, parameters: { name, visibility }, body, context }) => {
      const reference = { text: name, visibility, source: { parameter: 'name' } };
      const limited = await changeLimit(dependencies, principal, { reference, ...body }, context);
      return { status: 200, body: installationResponse(limited) };
    },
  });
}

type Limited = { reference: AppReference } & Static<typeof LimitBody>;

/** The same limit again changes nothing. @throws AppError `not_found`, `ambiguous_app` */
function changeLimit(
  dependencies: InstallationDependencies,
  principal: Principal,
  { reference, users, roles: limitedTo }: Limited,
  context: RequestContext,
): Promise<Installation> {
  return changeInstallations(dependencies, principal, context, async (change) => {
    const { stores } = change;
    const { organizationId } = principal;
    const installation = await findInstallation(change, reference);
    const { appId, name, version } = installation;
    const before = limitOf(installation);
    const limit = {
      limitedUsers: users === undefined ? installation.limitedUsers : storedList(users),
      limitedRoles: limitedTo === undefined ? installation.limitedRoles : storedList(limitedTo),
    };
    const after = limitOf(limit);
    if (JSON.stringify(before) === JSON.stringify(after)) return installation;
    await stores.installations.setLimit({ organizationId, appId, ...limit });
    await stores.audit.record({
      actor: principal,
      action: 'installation.limited',
      subject: `${name}-${version}`,
      organizationId,
      context,
      before: { limit: before },
      after: { limit: after },
    });
    return installationAfter(change, appId);
  });
}

/** In one order, so that the same list again is the same. */
function storedList(values: string[] | null): string[] | null {
  return values?.length ? values.toSorted() : null;
}
