import { problem, type RefusedRequestRecord, roles } from '@app-platform/contracts';
import { AppError, type Route } from '@app-platform/http-api';
import {
  choice,
  component,
  integer,
  list,
  objectOf,
  response,
  text,
  time,
} from '@app-platform/http-api/schemas';
import { Type } from '@sinclair/typebox';
import {
  findAppVersion,
  nameParameter,
  refuseUnlessOwner,
  visibilityParameter,
} from '../apps/find-app-version.ts';
import { defineRoute, type Principal } from '../authentication/principal.ts';
import type { DoctorDependencies } from './diagnose.ts';

/** A request as the doctor takes it. */
const requests = [
  Type.Object({ url: text('Address of an authorization request.') }),
  Type.Object({ tokenRequest: objectOf(Type.String(), 'Fields of a token request.') }),
];

export const RefusedRequest = Type.Object({
  endpoint: choice(['authorization', 'token'], 'What was asked.'),
  error: text('The code of RFC 6749 that was answered.'),
  reason: text('Why, in English.'),
  count: integer('How often, since `firstAt`.'),
  firstAt: time('When this was answered first.'),
  lastAt: time('When this was answered last.'),
  request: Type.Unsafe<RefusedRequestRecord['request']>({
    description:
      'The last such request, without its secrets, as `POST /v1/apps/doctor` takes it; null where it is not kept.',
    oneOf: [...requests, { type: 'null' }],
  }),
});
const RefusedRequestList = component(
  'RefusedRequestList',
  response(list(RefusedRequest, 'At most 50, the latest first.')),
);

/** Which requests of an own app the OAuth service refused lately, without their users. */
export function refusedRequestRoute(dependencies: DoctorDependencies): Route<Principal> {
  return defineRoute({
    method: 'get',
    path: '/v1/apps/available/{name}/refused-requests',
    operationId: 'listRefusedRequests',
    summary: 'Why authorization and token requests of an own app were refused lately',
    description:
      'Of the last two weeks, one entry for each reason. `POST /v1/apps/doctor` takes the `request` of an entry.',
    access: { all: [roles.apps] },
    parameters: [nameParameter, visibilityParameter],
    responses: { 200: { description: 'The latest first.', schema: RefusedRequestList } },
    refusals: ['invalid_parameter', 'not_found', 'ambiguous_app', 'temporarily_unavailable'],
    handle: async ({ principal, parameters }) => {
      const { database } = dependencies;
      const app = await findAppVersion(database, principal, {
        text: parameters.name,
        visibility: parameters.visibility,
        source: { parameter: 'name' },
      });
      refuseUnlessOwner(app, principal);
      const clientId = await database.doctor.findClientId(app.appId);
      const data = clientId === undefined ? [] : await listRefused(dependencies, clientId);
      return { status: 200, body: { data } };
    },
  });
}

/** @throws AppError `temporarily_unavailable` where the OAuth service does not answer */
export async function listRefused(
  { oauthClient, logger }: Pick<DoctorDependencies, 'oauthClient' | 'logger'>,
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
