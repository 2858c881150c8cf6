import { readApps } from '@app-platform/contracts';
import {
  pageKeys,
  pageParameters,
  pageResponse,
  type Route,
  readPage,
} from '@app-platform/http-api';
import {
  component,
  integer,
  page as pageOfRecords,
  record,
  text,
} from '@app-platform/http-api/schemas';
import { Type } from '@sinclair/typebox';
import type { AppStores } from '../../apps/app-name-store.ts';
import {
  findAppVersion,
  nameParameter,
  refuseUnlessOwner,
  visibilityParameter,
} from '../../apps/find-app-version.ts';
import { defineRoute, type Principal } from '../../authentication/principal.ts';
import type { Reading } from '../../database/database.ts';
import type { InstallationCountStore } from '../installation-store.ts';

const VersionInstallations = component(
  'VersionInstallations',
  record(
    'version_installations',
    Type.Object({
      version: text('The version.'),
      installations: integer('How many organizations have it installed.'),
    }),
  ),
);
const VersionInstallationsPage = component(
  'VersionInstallationsPage',
  pageOfRecords(VersionInstallations),
);

type CountDependencies = {
  database: Reading<AppStores & { installationCounts: InstallationCountStore }>;
};

/** The installations of an own app, as numbers: it does not say which organizations they are. */
export function installationCountRoutes(dependencies: CountDependencies): Route<Principal>[] {
  return [count(dependencies)];
}

function count({ database }: CountDependencies) {
  return defineRoute({
    method: 'get',
    path: '/v1/apps/available/{name}/installations',
    operationId: 'countInstallations',
    summary: 'How many organizations have each version of an own app installed',
    access: readApps,
    parameters: [nameParameter, visibilityParameter, ...pageParameters],
    responses: {
      200: {
        description: 'A page of versions, the highest first.',
        schema: VersionInstallationsPage,
      },
    },
    refusals: ['invalid_parameter', 'not_found', 'ambiguous_app'],
    handle: async ({ principal, parameters }) => {
      const page = readPage(parameters, pageKeys.version);
      const reading = database.reading(principal.organizationId);
      const app = await findAppVersion(reading, principal, {
        text: parameters.name,
        visibility: parameters.visibility,
        source: { parameter: 'name' },
      });
      refuseUnlessOwner(app, principal);
      const found = await reading.installationCounts.list(app.appId, page);
      const body = pageResponse(found, ({ version, installations }) => ({
        type: 'version_installations' as const,
        id: `${app.name}-${version}`,
        attributes: { version, installations },
      }));
      return { status: 200, body };
    },
  });
}
