import { readApps, rolePattern, roles } from '@app-platform/contracts';
import {
  defineRoute,
  pageAnswer,
  pageKeys,
  pageParameters,
  type Route,
  readPage,
  schemaContract,
} from '@app-platform/http-api';
import { pageOf } from '@app-platform/runtime/database';
import { blockedOf } from '../apps/blocking.ts';
import { visibilities, visibilityOf, visibilityParameter } from '../apps/name-parameters.ts';
import type { Principal } from '../authentication/principal.ts';
import type { Dependencies } from '../dependencies.ts';
import { type InstallRequest, installApp } from './install-app.ts';
import type { Installation } from './installation-store.ts';
import { uninstallApp } from './uninstall-app.ts';

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
    withDependencies: {
      description:
        'Installs the dependencies that are missing too, each in the highest version that satisfies every rule.',
      type: 'boolean',
      default: false,
    },
    roles: {
      description:
        'The most that tokens of the app may have here, beside what its definition declares and its user holds. Left out, an upgrade keeps what is stored, and a first installation stores the roles of the definition.',
      type: 'array',
      items: {
        description:
          'A role is `org` and lower-case words joined with dots, such as org.permission.customer.',
        type: 'string',
        pattern: rolePattern,
      },
      maxItems: 200,
      uniqueItems: true,
    },
  },
  required: ['app'],
  additionalProperties: false,
});

/** Installing apps in the caller's organization. */
export function installationRoutes(dependencies: Dependencies): Route<Principal>[] {
  return [list(dependencies), install(dependencies), uninstall(dependencies)];
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
      'app_blocked',
      'dependency_missing',
      'dependency_version',
      'dependency_cyclic',
      'dependency_unresolved',
      'component_defective',
      'attribute_conflict',
    ],
    handle: async ({ principal, body, context }) => {
      const { outcome, installation, dependencies } = await installApp(
        { database, clock },
        principal,
        body,
        context,
      );
      const status = outcome === 'installed' ? 201 : 200;
      const meta = dependencies.length > 0 && { meta: { installedDependencies: dependencies } };
      return { status, body: { data: installedApp(installation), ...meta } };
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
    parameters: [
      {
        name: 'name',
        in: 'path',
        description: "The app's name; for a private app `<app>_<orgId>`.",
        schema: { type: 'string' },
      },
      visibilityParameter,
    ],
    responses: { 204: { description: 'Uninstalled.' } },
    refusals: ['not_found', 'ambiguous_app', 'dependency_required'],
    handle: async ({ principal, parameters, context }) => {
      const app = {
        text: String(parameters.name),
        visibility: visibilityOf(parameters),
        source: { parameter: 'name' },
      };
      await uninstallApp(dependencies, principal, app, context);
      return { status: 204 };
    },
  });
}

function installedApp(installation: Installation) {
  const { name, title, version, latestVersion, visibility } = installation;
  return {
    type: 'installed_app',
    id: `${name}-${version}`,
    attributes: {
      name,
      title,
      version,
      latestVersion,
      visibility,
      dependencies: installation.dependencies,
      roles: installation.roles,
      installedAt: installation.installedAt.toISOString(),
      updatedAt: installation.updatedAt.toISOString(),
      ...blockedOf(installation),
    },
  };
}
