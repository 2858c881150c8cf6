import { changeKeys, readApps, roles } from '@app-platform/contracts';
import {
  optionalBody,
  type ParametersOf,
  pageKeys,
  pageParameters,
  pageResponse,
  parameter,
  type Route,
  readPage,
  stringify,
} from '@app-platform/http-api';
import { pageOf } from '@app-platform/runtime/database';
import { Type } from '@sinclair/typebox';
import {
  type AppReference,
  nameParameter,
  visibilityParameter,
} from '../../apps/find-app-version.ts';
import { defineRoute, type Principal } from '../../authentication/principal.ts';
import type { ResponseCache } from '../../cache/response-cache.ts';
import type { Reading } from '../../database/database.ts';
import type { InstallationDependencies } from '../change-installations.ts';
import { roleList } from '../dependencies/role-choice.ts';
import type { InstallationStore } from '../installation-store.ts';
import type { PlanDependencies } from '../plan/plan-change.ts';
import { allowRoles } from './allow-roles.ts';
import { InstallRequest, installApp } from './install-app.ts';
import {
  InstallationResponse,
  InstalledAppPage,
  installationResponse,
  installedApp,
} from './installed-app.ts';
import { limitApp } from './limit-app.ts';
import { restoreInstallation, rollbackInstallation } from './undo.ts';
import { uninstallApp } from './uninstall-app.ts';

const RoleDecision = Type.Object(
  {
    roles: roleList(
      'The most that tokens of the app may have here, beside what its definition declares and its user holds. Roles that waited and are left out are refused.',
    ),
  },
  { additionalProperties: false },
);

const emptyBody = optionalBody(
  Type.Unsafe<object>({ type: 'object', additionalProperties: false }),
);

const parameters = [nameParameter, visibilityParameter] as const;

/** What refuses a version, of an installation, a restoration and a rollback. */
const versionRefusals = [
  'app_blocked',
  'app_not_allowed',
  'dependency_missing',
  'dependency_version',
  'dependency_cyclic',
  'component_defective',
  'attribute_conflict',
  'version_yanked',
] as const;

function referenceOf({ name, visibility }: ParametersOf<typeof parameters>): AppReference {
  return { text: name, visibility, source: { parameter: 'name' } };
}

type ListDependencies = {
  database: Reading<{ installations: InstallationStore }>;
  responses: ResponseCache;
};

/** Installing apps in the caller's organization. */
export function installationRoutes(
  dependencies: PlanDependencies & ListDependencies,
): Route<Principal>[] {
  return [
    list(dependencies),
    install(dependencies),
    uninstall(dependencies),
    restore(dependencies),
    rollback(dependencies),
    decideRoles(dependencies),
    limitApp(dependencies),
  ];
}

function list({ database, responses }: ListDependencies) {
  return defineRoute({
    method: 'get',
    path: '/v1/apps/installed',
    operationId: 'listInstalledApps',
    summary: 'The apps that the organization has installed',
    access: readApps,
    parameters: pageParameters,
    responses: { 200: { description: 'A page, by name.', schema: InstalledAppPage } },
    refusals: ['invalid_parameter'],
    isPrepared: true,
    handle: ({ principal: { organizationId }, parameters }) => {
      const page = readPage(parameters, pageKeys.name);
      const key = `listInstalledApps ${organizationId} ${page.size} ${page.after ?? ''}`;
      const prepared = responses.read(key, async () => {
        const found = await database
          .reading(organizationId)
          .installations.list(organizationId, page);
        const entries = pageOf(found, page.size, ({ name }) => name);
        const apps = found.map(({ name }) => changeKeys.app(name));
        // Their deletion blocks the apps.
        const owners = new Set(found.map(({ ownerId }) => changeKeys.organization(ownerId)));
        return {
          json: stringify(pageResponse(entries, installedApp)),
          dependsOn: [changeKeys.installationsOf(organizationId), ...apps, ...owners],
        };
      });
      return { status: 200, prepared };
    },
  });
}

function install({ database, clock }: InstallationDependencies) {
  return defineRoute({
    method: 'post',
    path: '/v1/apps/installed',
    operationId: 'installApp',
    summary: 'Install an app, or change its installed version',
    description:
      'Answers 201 for a new installation, and 200 where the app was installed before. `meta.outcome` says whether anything changed.',
    access: { all: [roles.apps] },
    credentials: 'first_party',
    invalidates: ['installation'],
    body: InstallRequest,
    responses: {
      200: { description: 'Installed before.', schema: InstallationResponse },
      201: { description: 'Installed.', schema: InstallationResponse },
    },
    refusals: [
      'invalid_body',
      'invalid_parameter',
      'not_found',
      'ambiguous_app',
      'dependency_unresolved',
      'plan_outdated',
      ...versionRefusals,
    ],
    handle: async ({ principal, body: request, context }) => {
      const { installation, ...made } = await installApp(
        { database, clock },
        principal,
        request,
        context,
      );
      const body = installationResponse(installation, made);
      return made.outcome === 'installed' ? { status: 201, body } : { status: 200, body };
    },
  });
}

function uninstall(dependencies: PlanDependencies) {
  return defineRoute({
    method: 'delete',
    path: '/v1/apps/installed/{name}',
    operationId: 'uninstallApp',
    summary: 'Uninstall an app',
    access: { all: [roles.apps] },
    credentials: 'first_party',
    invalidates: ['installation'],
    parameters: [
      ...parameters,
      parameter(
        'plan',
        'query',
        Type.String({ pattern: pageKeys.uuid.source }),
        'Id of a plan for uninstalling the app, to which the uninstallation is bound.',
      ),
    ],
    responses: { 204: { description: 'Uninstalled.' } },
    refusals: [
      'invalid_parameter',
      'not_found',
      'ambiguous_app',
      'dependency_required',
      'plan_outdated',
    ],
    handle: async ({ principal, parameters, context }) => {
      const planned = { reference: referenceOf(parameters), planId: parameters.plan };
      await uninstallApp(dependencies, principal, planned, context);
      return { status: 204 };
    },
  });
}

function restore({ database, clock }: InstallationDependencies) {
  return defineRoute({
    method: 'post',
    path: '/v1/apps/installed/{name}/restore',
    operationId: 'restoreApp',
    summary: 'Undo an uninstallation, within 30 days',
    description:
      'Brings back the version and the allowed roles. Grants and tokens from before stay ended.',
    access: { all: [roles.apps] },
    credentials: 'first_party',
    invalidates: ['installation'],
    parameters,
    body: emptyBody,
    responses: { 201: { description: 'Installed again.', schema: InstallationResponse } },
    refusals: [
      'invalid_body',
      'not_found',
      'ambiguous_app',
      'already_installed',
      ...versionRefusals,
    ],
    handle: async ({ principal, parameters, context }) => {
      const app = referenceOf(parameters);
      const restored = await restoreInstallation({ database, clock }, principal, app, context);
      return { status: 201, body: installationResponse(restored) };
    },
  });
}

function rollback({ database, clock }: InstallationDependencies) {
  return defineRoute({
    method: 'post',
    path: '/v1/apps/installed/{name}/rollback',
    operationId: 'rollbackApp',
    summary: 'Return to the version that was installed before',
    description: 'A second rollback undoes the first.',
    access: { all: [roles.apps] },
    credentials: 'first_party',
    invalidates: ['installation'],
    parameters,
    body: emptyBody,
    responses: { 200: { description: 'Rolled back.', schema: InstallationResponse } },
    refusals: [
      'invalid_body',
      'not_found',
      'ambiguous_app',
      'no_previous_version',
      ...versionRefusals,
    ],
    handle: async ({ principal, parameters, context }) => {
      const app = referenceOf(parameters);
      const changed = await rollbackInstallation({ database, clock }, principal, app, context);
      return { status: 200, body: installationResponse(changed) };
    },
  });
}

function decideRoles({ database, clock }: InstallationDependencies) {
  return defineRoute({
    method: 'post',
    path: '/v1/apps/installed/{name}/roles',
    operationId: 'decideRoles',
    summary: 'Decide which roles an installed app may have',
    description:
      'Roles that an upgrade asks for wait for this decision. Grants keep the scopes that users gave.',
    access: { all: [roles.apps] },
    credentials: 'administration',
    invalidates: ['installation'],
    parameters,
    body: RoleDecision,
    responses: { 200: { description: 'Decided.', schema: InstallationResponse } },
    refusals: ['invalid_body', 'not_found', 'ambiguous_app'],
    handle: async ({ principal, parameters, body, context }) => {
      const decision = { reference: referenceOf(parameters), ...body };
      const changed = await allowRoles({ database, clock }, principal, decision, context);
      return { status: 200, body: installationResponse(changed) };
    },
  });
}
