import { readApps, roles } from '@app-platform/contracts';
import {
  defineRoute,
  optionalBody,
  pageAnswer,
  pageKeys,
  pageParameters,
  type Route,
  type RouteRequest,
  readPage,
  schemaContract,
} from '@app-platform/http-api';
import { pageOf } from '@app-platform/runtime/database';
import type { AppReference } from '../apps/find-app-version.ts';
import {
  nameParameter,
  visibilities,
  visibilityOf,
  visibilityParameter,
} from '../apps/name-parameters.ts';
import type { Principal } from '../authentication/principal.ts';
import type { Dependencies } from '../dependencies.ts';
import { roleChoice, roleList } from '../missing-dependencies/role-choice.ts';
import { allowRoles } from './allow-roles.ts';
import { type InstallRequest, installApp } from './install-app.ts';
import { installationAnswer, installedApp } from './installed-app.ts';
import { restoreInstallation } from './restore-installation.ts';
import { rollbackInstallation } from './rollback-installation.ts';
import { uninstallApp } from './uninstall-app.ts';

const rolesContract = schemaContract<{ roles: string[] }>({
  type: 'object',
  properties: {
    roles: {
      description:
        'The most that tokens of the app may have here, beside what its definition declares and its user holds. Roles that waited and are left out are refused.',
      ...roleList,
    },
  },
  required: ['roles'],
  additionalProperties: false,
});

const planId = { type: 'string', pattern: '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' } as const;

const installContract = schemaContract<InstallRequest>({
  type: 'object',
  properties: {
    app: {
      description: 'A name, for the current version, or `<name>-<version>`.',
      type: 'string',
      minLength: 1,
      maxLength: 512,
    },
    visibility: { description: visibilityParameter.description, enum: visibilities },
    draft: {
      description: "Installs the organization's draft of the app (`PUT /v1/apps/drafts/{app}`).",
      type: 'boolean',
      default: false,
    },
    withDependencies: {
      description:
        'Installs the dependencies that are missing too, each in the highest version that satisfies every rule.',
      type: 'boolean',
    },
    roles: roleChoice,
    plan: {
      description:
        'Id of a plan (`POST /v1/apps/plan`). The installation is refused where it would do something else by now. `withDependencies` and `roles` that are left out are those of the plan.',
      ...planId,
    },
  },
  required: ['app'],
  additionalProperties: false,
});

const emptyContract = optionalBody(
  schemaContract<object>({ type: 'object', additionalProperties: false }),
);

/** What refuses a version, of an installation, a restoration and a rollback. */
const versionRefusals = [
  'app_blocked',
  'dependency_missing',
  'dependency_version',
  'dependency_cyclic',
  'component_defective',
  'attribute_conflict',
  'version_yanked',
] as const;

function referenceOf(parameters: RouteRequest<Principal, unknown>['parameters']): AppReference {
  return {
    text: String(parameters.name),
    visibility: visibilityOf(parameters),
    source: { parameter: 'name' },
  };
}

/** Installing apps in the caller's organization. */
export function installationRoutes(dependencies: Dependencies): Route<Principal>[] {
  return [
    list(dependencies),
    install(dependencies),
    uninstall(dependencies),
    restore(dependencies),
    rollback(dependencies),
    decideRoles(dependencies),
  ];
}

function list({ database }: Dependencies) {
  return defineRoute<Principal, undefined>({
    method: 'get',
    path: '/v1/apps/installed',
    operationId: 'listInstalledApps',
    summary: 'The apps that the organization has installed',
    access: readApps,
    parameters: pageParameters,
    responses: { 200: { description: 'A page, by name.', schema: 'InstalledAppPage' } },
    refusals: ['invalid_parameter'],
    handle: async ({ principal, parameters }) => {
      const page = readPage(parameters, pageKeys.name);
      const found = await database.installations.list(principal.organizationId, page);
      const entries = pageOf(found, page.size, ({ name }) => name);
      return { status: 200, body: pageAnswer(entries, installedApp) };
    },
  });
}

function install({ database, clock }: Dependencies) {
  return defineRoute<Principal, InstallRequest>({
    method: 'post',
    path: '/v1/apps/installed',
    operationId: 'installApp',
    summary: 'Install an app, or change its installed version',
    description: 'Answers 201 for a new installation, and 200 where the app was installed before.',
    access: { all: [roles.apps] },
    credentials: 'first_party',
    body: installContract,
    responses: {
      200: { description: 'Installed in another version.', schema: 'InstallationAnswer' },
      201: { description: 'Installed.', schema: 'InstallationAnswer' },
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
    handle: async ({ principal, body, context }) => {
      const { outcome, installation, dependencies } = await installApp(
        { database, clock },
        principal,
        body,
        context,
      );
      const status = outcome === 'installed' ? 201 : 200;
      return { status, body: installationAnswer(installation, dependencies) };
    },
  });
}

function uninstall(dependencies: Dependencies) {
  return defineRoute<Principal, undefined>({
    method: 'delete',
    path: '/v1/apps/installed/{name}',
    operationId: 'uninstallApp',
    summary: 'Uninstall an app',
    access: { all: [roles.apps] },
    credentials: 'first_party',
    parameters: [
      nameParameter,
      visibilityParameter,
      {
        name: 'plan',
        in: 'query',
        description: 'Id of a plan for uninstalling the app, to which the uninstallation is bound.',
        schema: planId,
      },
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
      const app = referenceOf(parameters);
      const planId = parameters.plan?.toString();
      await uninstallApp(dependencies, principal, { reference: app, planId }, context);
      return { status: 204 };
    },
  });
}

function restore({ database, clock }: Dependencies) {
  return defineRoute<Principal, object>({
    method: 'post',
    path: '/v1/apps/installed/{name}/restore',
    operationId: 'restoreApp',
    summary: 'Undo an uninstallation, within 30 days',
    description:
      'Brings back the version and the allowed roles. Grants and tokens from before stay ended.',
    access: { all: [roles.apps] },
    credentials: 'first_party',
    parameters: [nameParameter, visibilityParameter],
    body: emptyContract,
    responses: { 201: { description: 'Installed again.', schema: 'InstallationAnswer' } },
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
      return { status: 201, body: installationAnswer(restored) };
    },
  });
}

function rollback({ database, clock }: Dependencies) {
  return defineRoute<Principal, object>({
    method: 'post',
    path: '/v1/apps/installed/{name}/rollback',
    operationId: 'rollbackApp',
    summary: 'Return to the version that was installed before',
    description: 'A second rollback undoes the first.',
    access: { all: [roles.apps] },
    credentials: 'first_party',
    parameters: [nameParameter, visibilityParameter],
    body: emptyContract,
    responses: { 200: { description: 'Rolled back.', schema: 'InstallationAnswer' } },
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
      return { status: 200, body: installationAnswer(changed) };
    },
  });
}

function decideRoles({ database, clock }: Dependencies) {
  return defineRoute<Principal, { roles: string[] }>({
    method: 'post',
    path: '/v1/apps/installed/{name}/roles',
    operationId: 'decideRoles',
    summary: 'Decide which roles an installed app may have',
    description:
      'Roles that an upgrade asks for wait for this decision. Grants keep the scopes that users gave.',
    access: { all: [roles.apps] },
    credentials: 'administration',
    parameters: [nameParameter, visibilityParameter],
    body: rolesContract,
    responses: { 200: { description: 'Decided.', schema: 'InstallationAnswer' } },
    refusals: ['invalid_body', 'not_found', 'ambiguous_app'],
    handle: async ({ principal, parameters, body, context }) => {
      const decision = { reference: referenceOf(parameters), ...body };
      const changed = await allowRoles({ database, clock }, principal, decision, context);
      return { status: 200, body: installationAnswer(changed) };
    },
  });
}
