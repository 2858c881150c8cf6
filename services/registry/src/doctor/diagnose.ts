import { missingRoles, problem, roles } from '@app-platform/contracts';
import { AppError, requireCredential } from '@app-platform/http-api';
import type { Principal } from '../authentication/principal.ts';
import type { Dependencies } from '../dependencies.ts';
import type { Check, Facts } from './check.ts';
import { checkInstallation } from './check-installation.ts';
import { checkParameters } from './check-parameters.ts';
import { checkPkce } from './check-pkce.ts';
import { checkRedirectUri } from './check-redirect-uri.ts';
import { checkScope } from './check-scope.ts';
import { checkSecret } from './check-secret.ts';
import { type DoctorRequest, type OauthRequest, readRequest } from './read-request.ts';

export type Diagnosis = {
  request: OauthRequest['kind'];
  app: string;
  organizationId: string;
  /** Whether no check failed. */
  healthy: boolean;
  /** Those that failed first. */
  checks: Check[];
};

const order = ['failed', 'unknown', 'passed'];

/**
 * Tells the owner of an app why an authorization or token request of it fails.
 * @throws AppError `invalid_body`, `not_found` for a client of another organization; `forbidden` for a
 *   user without the right to read users
 */
export async function diagnose(
  dependencies: Dependencies,
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
  dependencies: Dependencies,
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
  { oauthClient, logger }: Dependencies,
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
