import { missingRoles, problem, roles } from '@app-platform/contracts';
import { AppError, requireCredential } from '@app-platform/http-api';
import { boolean, choice, list, text } from '@app-platform/http-api/schemas';
import type { Clock, Logger } from '@app-platform/runtime';
import { type Static, Type } from '@sinclair/typebox';
import type { AppStores } from '../apps/app-name-store.ts';
import type { Principal } from '../authentication/principal.ts';
import type { InstallationStore } from '../installations/installation-store.ts';
import type { OauthClient } from '../oauth-client/oauth-client.ts';
import type { ClientStore } from '../oauth-clients/client-store.ts';
import { Check, type Facts } from './check.ts';
import { checkAdmission, checkInstallation, checkRedirectUri, checkScope } from './check-access.ts';
import { checkParameters, checkPkce, checkSecret } from './check-request.ts';
import type { DoctorStore } from './doctor-store.ts';
import { type DoctorRequest, type OauthRequest, readRequest } from './read-request.ts';

export const Diagnosis = Type.Object({
  request: choice(['authorization', 'token'], 'What was sent.'),
  app: text('The app.'),
  organizationId: text('For which the installation was checked.'),
  healthy: boolean('Whether no check failed.'),
  checks: list(Check, 'Those that failed first.'),
});

type Diagnosis = Static<typeof Diagnosis>;

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
export async function diagnose(
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
    ...checkAdmission(facts),
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
