import { missingRoles, problem, type RefusedRequestRecord, roles } from '@app-platform/contracts';
import { AppError, type Route, requireCredential } from '@app-platform/http-api';
import {
  boolean,
  choice,
  component,
  integer,
  list,
  objectOf,
  response,
  text,
  time,
} from '@app-platform/http-api/schemas';
import type { Clock, Logger } from '@app-platform/runtime';
import { type Static, Type } from '@sinclair/typebox';
import type { AppStores } from '../apps/app-name-store.ts';
import {
  findAppVersion,
  nameParameter,
  refuseUnlessOwner,
  visibilityParameter,
} from '../apps/find-app-version.ts';
import { defineRoute, type Principal } from '../authentication/principal.ts';
import type { InstallationStore } from '../installations/installation-store.ts';
import type { OauthClient } from '../oauth-client/oauth-client.ts';
import type { ClientStore } from '../oauth-clients/client-store.ts';
import { Check, type Facts } from './check.ts';
import { checkInstallation, checkRedirectUri, checkScope } from './check-access.ts';
import { checkParameters, checkPkce, checkSecret } from './check-request.ts';
import type { DoctorStore } from './doctor-store.ts';
import { DoctorRequest, type OauthRequest, readRequest } from './read-request.ts';

const Diagnosis = Type.Object({
  request: choice(['authorization', 'token'], 'What was sent.'),
  app: text('The app.'),
  organizationId: text('For which the installation was checked.'),
  healthy: boolean('Whether no check failed.'),
  checks: list(Check, 'Those that failed first.'),
});

type Diagnosis = Static<typeof Diagnosis>;

const DiagnosisResponse = component('DiagnosisResponse', response(Diagnosis));

/** A request as {@link DoctorRequest} has it. */
const requests = [
  Type.Object({ url: text('Address of an authorization request.') }),
  Type.Object({ tokenRequest: objectOf(Type.String(), 'Fields of a token request.') }),
];

const RefusedRequest = Type.Object({
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

/** Why requests of an app to the OAuth service fail. */
export function doctorRoutes(dependencies: DoctorDependencies): Route<Principal>[] {
  return [
    defineRoute({
      method: 'post',
      path: '/v1/apps/doctor',
      operationId: 'diagnose',
      changesNothing: true,
      summary: 'Why an authorization or token request of an own app fails',
      description:
        'Takes the address of an authorization request, or the fields of a token request without its secrets.',
      access: { all: [roles.apps] },
      credentials: 'app',
      body: DoctorRequest,
      responses: { 200: { description: 'What was checked.', schema: DiagnosisResponse } },
      refusals: ['invalid_body', 'not_found'],
      handle: async ({ principal, body }) => {
        const diagnosis = await diagnose(dependencies, principal, body);
        return { status: 200, body: { data: diagnosis } };
      },
    }),
    refusedRequestRoute(dependencies),
  ];
}

/** Which requests of an own app the OAuth service refused lately, without their users. */
function refusedRequestRoute(dependencies: DoctorDependencies): Route<Principal> {
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

async function listRefused(
  { oauthClient, logger }: DoctorDependencies,
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

export type DoctorDependencies = {
  database: AppStores & {
    clients: ClientStore;
    doctor: DoctorStore;
    installations: InstallationStore;
  };
  clock: Clock;
  /** Left out where there is no OAuth service. */
  oauthClient?: OauthClient;
  /** The OAuth service's public address, where there is one. */
  oauthUrl?: string;
  logger: Logger;
};

const order = ['failed', 'unknown', 'passed'];

/**
 * Tells the owner of an app why an authorization or token request of it fails.
 * @throws AppError `invalid_body`, `not_found` for a client of another organization; `forbidden` for a
 *   user without the right to read users
 */
async function diagnose(
  dependencies: DoctorDependencies,
  principal: Principal,
  asked: DoctorRequest,
): Promise<Diagnosis> {
  const request = readRequest(asked);
  if (asked.user !== undefined) requireUserReader(principal, dependencies.clock());
  const facts = await findFacts(dependencies, principal, asked, request);
  const checks = [
    ...checkParameters(facts),
    ...checkInstallation(facts),
    ...checkRedirectUri(facts),
    ...checkPkce(facts),
    ...checkScope(facts),
    ...checkSecret(facts),
  ].sort((one, other) => order.indexOf(one.status) - order.indexOf(other.status));
  return {
    request: request.kind,
    app: facts.client.app,
    organizationId: facts.organizationId,
    healthy: !checks.some(({ status }) => status === 'failed'),
    checks,
  };
}

/** The same as for the list of users, before anything is looked up. */
function requireUserReader(principal: Principal, now: Date): void {
  requireCredential('administration', principal, now);
  const missing = missingRoles(principal.roles, { all: [roles.users] });
  if (missing.length === 0) return;
  const detail = `'user' needs the role ${roles.users}, which the credential does not hold. Leave it out to check the rest.`;
  throw new AppError(problem('forbidden', detail, { pointer: '/user' }, { missingRoles: missing }));
}

async function findFacts(
  dependencies: DoctorDependencies,
  principal: Principal,
  { organizationId = principal.organizationId, user }: DoctorRequest,
  request: OauthRequest,
): Promise<Facts> {
  const { database, clock, oauthUrl } = dependencies;
  const clientId = request.parameters.get('client_id') ?? '';
  const isOwn =
    /^[\x21-\x7e]{1,128}$/.test(clientId) &&
    (await database.doctor.isOwner(principal.organizationId, clientId));
  const now = clock();
  const isOwnOrganization = organizationId === principal.organizationId;
  const client = isOwn ? await database.clients.find(clientId, organizationId, now) : undefined;
  if (!client) throw notOwn(request);
  const [installed, secrets, userRoles] = await Promise.all([
    database.installations.list(organizationId),
    database.doctor.listSecretTimes(clientId),
    isOwnOrganization && user !== undefined
      ? findUserRoles(dependencies, organizationId, user)
      : null,
  ]);
  const installation = installed.find((one) => one.clientId === clientId);
  const found = { request, client, organizationId, isOwnOrganization, installation, secrets };
  return { ...found, userRoles, user, oauthUrl, now };
}

async function findUserRoles(
  { oauthClient, logger }: DoctorDependencies,
  organizationId: string,
  user: string,
): Promise<string[] | null> {
  if (!oauthClient) return null;
  return oauthClient.findUserRoles(organizationId, user).catch((error: unknown) => {
    logger.warn({ err: error, organizationId }, 'roles of a user not read');
    return null;
  });
}

function notOwn({ kind, parameters }: OauthRequest): AppError {
  const pointer = kind === 'token' ? '/tokenRequest/client_id' : '/url';
  const detail = parameters.has('client_id')
    ? "Your organization owns no app with this 'client_id'. Its record shows it: GET /v1/apps/available/{name}."
    : "The request has no 'client_id'. Add the one of your app: GET /v1/apps/available/{name}.";
  return new AppError(problem('not_found', detail, { pointer }));
}
