import {
  holdsRole,
  identityScopes,
  isBelowCeilings,
  isIdentityScope,
  MAX_SCOPES,
  mayUse,
  noCeilings,
  rolePattern,
} from '@app-platform/contracts';
import { type Check, type Facts, failed, passed, unknown } from './check.ts';

/** Whether the organization has the app installed, and the operator does not block it. */
export function checkInstallation({ client, organizationId, installation }: Facts): Check[] {
  const { app } = client;
  const blocked =
    client.blockedReason === null
      ? passed('block', 'The app is not blocked.')
      : failed(
          'block',
          `The operator has blocked '${app}' (“${client.blockedReason}”). Ask the operator what to correct.`,
        );
  if (!installation) {
    const detail = `'${app}' is not installed in the organization ${organizationId}${elsewhere(client.installed)}. An administrator there installs it: POST /v1/apps/installed {"app":"${app}"}. Until then the answer is invalid_client.`;
    return [blocked, failed('installation', detail, { meta: { organizationId } })];
  }
  const { version } = installation;
  const detail = `Version ${version} is installed in the organization ${organizationId}.`;
  return [blocked, passed('installation', detail, { organizationId, version })];
}

function elsewhere(isInstalled: boolean): string {
  return isInstalled ? ', though another one has it' : '';
}

/** Whether the organization's policy allows the installed app, and its administrators let the user in. */
export function checkAdmission(facts: Facts): Check[] {
  const { client, installation } = facts;
  if (!installation) return [];
  const policy = client.refusedByPolicy
    ? failed(
        'policy',
        `The policy of the organization does not allow '${client.app}'. An administrator there can allow it.`,
      )
    : passed('policy', 'The policy of the organization allows the app.');
  return [policy, limitCheck(facts)];
}

function limitCheck({ client, isOwnOrganization, userRoles, user }: Facts): Check {
  const { limit } = client;
  if (!limit) return passed('limit', 'Every user of the organization may use the app.');
  const some = 'An administrator has limited the app to some users.';
  if (!isOwnOrganization || !userRoles || user === undefined) {
    return unknown('limit', `${some} Not checked: whether the user is one of them.`);
  }
  const isIn = mayUse({ id: user, roles: userRoles }, limit);
  if (isIn) return passed('limit', 'The user is among those whom the app is limited to.');
  const isById = limit.users.length > 0 && user.includes('@');
  return isById
    ? unknown('limit', `${some} Give the id of the user instead of the address to check it.`)
    : failed(
        'limit',
        `${some} The user ${user} is none of them. An administrator can let the user in.`,
      );
}

const REDIRECT_URI = 'redirect_uri';
const LOOPBACK = /^http:\/\/(?:127\.0\.0\.1|\[::1\]|localhost)(?::\d+)?(?=\/|\?|$)/;

/** Whether the redirect URI is one of the app's, character by character (RFC 6749 section 3.1.2.3). */
export function checkRedirectUri({ request, client, installation }: Facts): Check[] {
  const given = request.parameters.get(REDIRECT_URI);
  if (given === undefined) {
    return request.parameters.get('grant_type') === 'refresh_token'
      ? []
      : [unknown(REDIRECT_URI, "The request has no 'redirect_uri' to compare.")];
  }
  const { app, redirectUris } = client;
  const where = installation ? `version ${installation.version} of ${app}` : app;
  if (redirectUris.length === 0) {
    const detail = `${where} has no redirect URI. Register a version with "redirectUris": [${JSON.stringify(shown(given))}], and install it.`;
    return [failed(REDIRECT_URI, detail, { parameter: REDIRECT_URI })];
  }
  if (redirectUris.some((uri) => uri === given || isSameLoopback(uri, given))) {
    return [passed(REDIRECT_URI, `It is registered with ${where}.`)];
  }
  return [difference(given, redirectUris, where)];
}

/** The port of a loopback address may differ (RFC 8252 section 7.3). */
function isSameLoopback(registered: string, given: string): boolean {
  if (!LOOPBACK.test(registered) || !LOOPBACK.test(given)) return false;
  const withoutPort = (uri: string) => uri.replace(/^(http:\/\/[^/?]*?):\d+(?=\/|\?|$)/, '$1');
  return withoutPort(registered) === withoutPort(given);
}

/** Compares with the registered URI that agrees longest. */
function difference(given: string, registered: readonly string[], where: string): Check {
  const [nearest = ''] = registered.toSorted(
    (one, other) => commonLength(other, given) - commonLength(one, given),
  );
  const position = commonLength(nearest, given);
  const at = (uri: string) =>
    position < uri.length ? `has '${shown(uri.slice(position))}'` : 'ends';
  const detail = `It differs from ${shown(nearest)}, which ${where} has, from character ${position + 1} on: the request ${at(given)} there, the registered one ${at(nearest)}.${hintOf(given, nearest)}`;
  const meta = { registered: registered.slice(0, 20), nearest, character: position + 1 };
  return failed(REDIRECT_URI, detail, { parameter: REDIRECT_URI, meta });
}

function hintOf(given: string, nearest: string): string {
  if (given === `${nearest}/` || nearest === `${given}/`) return ' A slash at the end counts.';
  if (given.toLowerCase() === nearest.toLowerCase()) return ' Capital letters count.';
  if (given.replace(/^http:/, 'https:') === nearest) return ' The scheme counts.';
  if (/%[0-9a-f]{2}/i.test(given) && decode(given) === nearest) return ' It is encoded twice.';
  return '';
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function commonLength(one: string, other: string): number {
  let length = 0;
  while (length < one.length && one[length] === other[length]) length += 1;
  return length;
}

function shown(text: string): string {
  return text.length > 120 ? `${text.slice(0, 120)}…` : text;
}

const SCOPE = 'scope';
const ROLE = new RegExp(rolePattern);
const OFFLINE_ACCESS = 'offline_access';

/** Whether user, app and installation allow each scope of an authorization request. */
export function checkScope(facts: Facts): Check[] {
  const { parameters } = facts.request;
  const scope = parameters.get(SCOPE);
  if (scope === undefined) return [];
  const scopes = [...new Set(scope.split(/[ +]+/).filter((one) => one !== ''))];
  if (scopes.length > MAX_SCOPES) {
    return [failed(SCOPE, `More than ${MAX_SCOPES} scopes. Ask for fewer.`, { parameter: SCOPE })];
  }
  const faults = scopes.flatMap((one) => scopeFaults(one, facts));
  const hints = [...refreshHint(scopes), ...userHint(facts)];
  if (faults.length > 0) return [...faults, ...hints];
  return [allowedScopes(facts), ...hints];
}

/** No fault was found. What was not looked at has not passed. */
function allowedScopes({ installation, isOwnOrganization, client }: Facts): Check {
  if (!installation) {
    const detail = `Not checked against an installation: ${client.app} is not installed there. Nothing else forbids a scope.`;
    return unknown(SCOPE, detail);
  }
  if (isOwnOrganization) return passed(SCOPE, 'The app and its installation allow every scope.');
  const detail = `Not checked against what the administrators there allowed, which they alone see. ${client.app} declares every scope.`;
  return unknown(SCOPE, detail);
}

function scopeFaults(scope: string, facts: Facts): Check[] {
  if (scope === OFFLINE_ACCESS || isIdentityScope(scope)) return [];
  const { client, installation, isOwnOrganization, userRoles, user } = facts;
  const fault = (detail: string) => failed(SCOPE, detail, { parameter: SCOPE, meta: { scope } });
  if (!ROLE.test(scope)) {
    const detail = `'${scope.slice(0, 80)}' is no scope: a scope is a role such as org.permission.customer, or one of ${OFFLINE_ACCESS}, ${identityScopes.join(', ')}.`;
    return [fault(detail)];
  }
  const { ceilings = noCeilings, app } = client;
  const faults: Check[] = [];
  if (!isBelowCeilings({ ...ceilings, allowed: null }, scope)) {
    const detail = `The installed version of ${app} does not declare '${scope}' in 'roles'. Register and install a version that does.`;
    faults.push(fault(detail));
  } else if (isOwnOrganization && !isBelowCeilings(ceilings, scope)) {
    const isWaiting = installation?.waitingRoles.some((role) => holdsRole([role], scope));
    const why = isWaiting ? 'waits for an administrator' : 'was not allowed at its installation';
    const detail = `'${scope}' ${why}. An administrator allows it: POST /v1/apps/installed/${app}/roles.`;
    faults.push(fault(detail));
  }
  if (userRoles && !holdsRole(userRoles, scope)) {
    const detail = `The user ${user} does not hold '${scope}', and cannot grant it. An administrator gives the role to the user.`;
    faults.push(fault(detail));
  }
  return faults;
}

function refreshHint(scopes: readonly string[]): Check[] {
  if (scopes.includes(OFFLINE_ACCESS)) return [];
  const detail = "Without 'offline_access' there is no refresh token, and the user signs in daily.";
  return [unknown('refresh_token', detail)];
}

function userHint({ user, userRoles }: Facts): Check[] {
  if (userRoles) return [];
  const detail =
    user === undefined
      ? "Not checked: the user's roles. Name the user in 'user' (email address or id), which needs org.admin.users."
      : `Not checked: your organization has no user '${user}', or the OAuth service did not answer.`;
  return [unknown('user', detail)];
}
