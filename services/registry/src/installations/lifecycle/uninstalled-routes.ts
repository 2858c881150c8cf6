import { roles } from '@app-platform/contracts';
import {
  pageKeys,
  pageParameters,
  pageResponse,
  type Route,
  readPage,
} from '@app-platform/http-api';
import {
  component,
  page as pageOfRecords,
  record,
  text,
  time,
} from '@app-platform/http-api/schemas';
import { pageOf } from '@app-platform/runtime/database';
import { type Static, Type } from '@sinclair/typebox';
import { AppName, appVersionId } from '../../apps/available-app.ts';
import { AppVisibility } from '../../apps/find-app-version.ts';
import { defineRoute, type Principal } from '../../authentication/principal.ts';
import type { InstallationDependencies } from '../change-installations.ts';
import type { UninstalledApp as StoredApp } from '../uninstallation-store.ts';

const UninstalledApp = component(
  'UninstalledApp',
  record(
    'uninstalled_app',
    Type.Object({
      name: AppName,
      title: text('Display name.'),
      version: text('The version that was installed, and that a restoration installs.'),
      visibility: AppVisibility,
      uninstalledAt: time('When it was uninstalled.'),
      restorableUntil: time('When it cannot be restored any more.'),
    }),
  ),
);

const UninstalledAppPage = component('UninstalledAppPage', pageOfRecords(UninstalledApp));

/** The apps that the organization can restore. */
export function uninstalledAppRoutes({
  database,
  clock,
}: InstallationDependencies): Route<Principal>[] {
  return [
    defineRoute({
      method: 'get',
      path: '/v1/apps/uninstalled',
      operationId: 'listUninstalledApps',
      summary: 'The apps that were uninstalled within the last 30 days',
      description: '`POST /v1/apps/installed/{name}/restore` restores one.',
      access: { all: [roles.apps] },
      parameters: pageParameters,
      responses: { 200: { description: 'A page, by name.', schema: UninstalledAppPage } },
      refusals: ['invalid_parameter'],
      handle: async ({ principal: { organizationId }, parameters }) => {
        const page = readPage(parameters, pageKeys.name);
        const found = await database.uninstallations.list(organizationId, page, clock());
        const entries = pageOf(found, page.size, ({ name }) => name);
        return { status: 200, body: pageResponse(entries, uninstalledApp) };
      },
    }),
  ];
}

function uninstalledApp({ visibility, ...app }: StoredApp): Static<typeof UninstalledApp> {
  return {
    type: 'uninstalled_app',
    id: appVersionId(app),
    attributes: { ...app, visibility: visibility === 'public' ? 'public' : 'private' },
  };
}
