import {
  holdsRole,
  isBelowCeilings,
  MAX_SCOPES,
  noCeilings,
  rolePattern,
} from '@app-platform/contracts';
import { type Check, type Facts, failed, passed, unknown } from './check.ts';

const NAME = 'scope';
const ROLE = new RegExp(rolePattern);
const OFFLINE_ACCESS = 'offline_access';

/** Whether user, app and installation allow each scope of an authorization request. */
export function checkScope(facts: Facts): Check[] {
  const { parameters } = facts.request;
  const scope = parameters.get(NAME);
  if (scope === undefined) return [];
  const scopes = [...new Set(scope.split(/[ +]+/).filter((one) => one !== ''))];
  if (scopes.length > MAX_SCOPES) {
    return [failed(NAME, `More than ${MAX_SCOPES} scopes. Ask for fewer.`, { parameter: NAME })];
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
    return unknown(NAME, detail);
  }
  if (isOwnOrganization) return passed(NAME, 'The app and its installation allow every scope.');
  const detail = `Not checked against what the administrators there allowed, which they alone see. ${client.app} declares every scope.`;
  return unknown(NAME, detail);
}

function scopeFaults(scope: string, facts: Facts): Check[] {
  if (scope === OFFLINE_ACCESS) return [];
  const { client, installation, isOwnOrganization, userRoles, user } = facts;
  const fault = (detail: string) => failed(NAME, detail, { parameter: NAME, meta: { scope } });
  if (!ROLE.test(scope)) {
    const detail = `'${scope.slice(0, 80)}' is no scope: a scope is a role such as org.permission.customer, or offline_access.`;
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
