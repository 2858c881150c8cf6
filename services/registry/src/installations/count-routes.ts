import { readApps } from '@app-platform/contracts';
import {
  defineRoute,
  pageAnswer,
  pageKeys,
  pageParameters,
  type Route,
  readPage,
} from '@app-platform/http-api';
import { findAppVersion, refuseUnlessOwner } from '../apps/find-app-version.ts';
import { nameParameter, visibilityOf, visibilityParameter } from '../apps/name-parameters.ts';
import type { Principal } from '../authentication/principal.ts';
import type { Dependencies } from '../dependencies.ts';

/** The installations of an own app, as numbers: it does not say which organizations they are. */
export function installationCountRoute({ database }: Dependencies): Route<Principal> {
  return defineRoute<Principal, undefined>({
    method: 'get',
    path: '/v1/apps/available/{name}/installations',
    operationId: 'countInstallations',
    summary: 'How many organizations have each version of an own app installed',
    access: readApps,
    parameters: [nameParameter, visibilityParameter, ...pageParameters],
    responses: {
      200: {
        description: 'A page of versions, the highest first.',
        schema: 'VersionInstallationsPage',
      },
    },
    refusals: ['invalid_parameter', 'not_found', 'ambiguous_app'],
    handle: async ({ principal, parameters }) => {
      const page = readPage(parameters, pageKeys.version);
      const app = await findAppVersion(database, principal, {
        text: String(parameters.name),
        visibility: visibilityOf(parameters),
        source: { parameter: 'name' },
      });
      refuseUnlessOwner(app, principal);
      const found = await database.installationCounts.list(app.appId, page);
      const body = pageAnswer(found, ({ version, installations }) => ({
        type: 'version_installations',
        id: `${app.name}-${version}`,
        attributes: { version, installations },
      }));
      return { status: 200, body };
    },
  });
}
