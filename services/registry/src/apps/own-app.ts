import { isDeepStrictEqual } from 'node:util';
import type { AppDefinition } from '@app-platform/app-definition';
import { holdsRole, isAppToken, type Problem, problem } from '@app-platform/contracts';
import { AppError, appRefused, parseJson } from '@app-platform/http-api';
import type { Principal } from '../authentication/principal.ts';
import type { AppStores } from '../stores.ts';
import { findAppOf } from './app-of-definition.ts';
import type { App, LockedApp } from './app-store.ts';
import { precedenceOf } from './precedence.ts';
import { rolesOf } from './roles-of.ts';

const WEBHOOKS = ['hooks', 'outboundWebhooks', 'lifecycleWebhooks'] as const;

/**
 * With its access token an app changes itself alone.
 * @throws AppError `forbidden`
 */
export function refuseOtherApp(principal: Principal, app: Pick<App, 'clientId'> | undefined): void {
  if (!isAppToken(principal) || app?.clientId === principal.clientId) return;
  throw appRefused(
    'An access token of an app changes that app only. Use an API key, or sign in to the console or the command line.',
  );
}

/**
 * With its access token an app registers versions of itself, without more redirect URIs, roles or
 * webhooks than its current version has: these outlive the token, or widen what it reaches.
 * @throws AppError `forbidden` with every such addition
 */
export async function refuseBeyondOwnApp(
  stores: Pick<AppStores, 'apps'>,
  principal: Principal,
  definition: AppDefinition,
): Promise<void> {
  if (!isAppToken(principal)) return;
  const { registered } = await findAppOf(stores, principal.organizationId, definition);
  refuseOtherApp(principal, registered);
  if (!registered) return;
  const problems = await additions(stores, registered, definition);
  if (problems.length > 0) throw new AppError(problems);
}

async function additions(
  { apps }: Pick<AppStores, 'apps'>,
  { organizationId, name, version, redirectUris, roles }: LockedApp,
  definition: AppDefinition,
): Promise<Problem[]> {
  const problems: Problem[] = [];
  if (definition.redirectUris?.some((one) => !redirectUris.includes(one))) {
    problems.push(addition('redirectUris', 'redirect URIs'));
  }
  if (roles && rolesOf(definition)?.some((one) => !holdsRole(roles, one))) {
    problems.push(addition('roles', 'roles'));
  }
  const current = await apps.findVersion(organizationId, name, precedenceOf(version));
  const declared = current ? (parseJson(current.definitionText) as AppDefinition) : undefined;
  for (const property of WEBHOOKS) {
    const isNew = (webhook: unknown) =>
      !declared?.[property]?.some((one) => isDeepStrictEqual(one, webhook));
    if (definition[property]?.some(isNew)) problems.push(addition(property, 'webhooks'));
  }
  return problems;
}

function addition(property: string, words: string): Problem {
  const detail = `An access token of an app cannot add ${words} to it. Leave them as they are, or register this version with an API key, the console or the command line.`;
  return problem('forbidden', detail, { pointer: `/${property}` });
}
