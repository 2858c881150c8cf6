import { problem, type RefusedRequestRecord, roles } from '@app-platform/contracts';
import { AppError, defineRoute, type Route } from '@app-platform/http-api';
import { findAppVersion, refuseUnlessOwner } from '../apps/find-app-version.ts';
import { nameParameter, visibilityOf, visibilityParameter } from '../apps/name-parameters.ts';
import type { Principal } from '../authentication/principal.ts';
import type { Dependencies } from '../dependencies.ts';

/** Which requests of an own app the OAuth service refused lately. It says nothing about users. */
export function refusedRequestRoute(dependencies: Dependencies): Route<Principal> {
  return defineRoute<Principal, undefined>({
    method: 'get',
    path: '/v1/apps/available/{name}/refused-requests',
    operationId: 'listRefusedRequests',
    summary: 'Why authorization and token requests of an own app were refused lately',
    description:
      'Of the last two weeks, one entry for each reason. `POST /v1/apps/doctor` takes the `request` of an entry.',
    access: { all: [roles.apps] },
    parameters: [nameParameter, visibilityParameter],
    responses: { 200: { description: 'The latest first.', schema: 'RefusedRequestList' } },
    refusals: ['invalid_parameter', 'not_found', 'ambiguous_app', 'temporarily_unavailable'],
    handle: async ({ principal, parameters }) => {
      const { database } = dependencies;
      const app = await findAppVersion(database, principal, {
        text: String(parameters.name),
        visibility: visibilityOf(parameters),
        source: { parameter: 'name' },
      });
      refuseUnlessOwner(app, principal);
      const clientId = await database.doctor.findClientId(app.appId);
      const data = clientId === undefined ? [] : await listRefused(dependencies, clientId);
      return { status: 200, body: { data } };
    },
  });
}

async function listRefused(
  { oauthClient, logger }: Dependencies,
  clientId: string,
): Promise<RefusedRequestRecord[]> {
  if (!oauthClient) return [];
  try {
    return await oauthClient.listRefusedRequests(clientId);
  } catch (cause) {
    logger.warn({ err: cause }, 'refused requests not read at the OAuth service');
    const detail =
      'The OAuth service, which keeps this list, does not answer. Try again in a few seconds.';
    const headers = { 'Retry-After': '5' };
    throw new AppError(problem('temporarily_unavailable', detail), { cause, headers });
  }
}
