import { isDeepStrictEqual } from 'node:util';
import type { AppDefinition } from '@app-platform/app-definition';
import { holdsRole, isAppToken, type Problem, problem } from '@app-platform/contracts';
import { AppError, appRefused } from '@app-platform/http-api';
import { parseJson } from '@app-platform/json';
import type { Principal } from '../../authentication/principal.ts';
import type { AppStores } from '../app-name-store.ts';
import type { App, LockedApp } from '../app-store.ts';
import { precedenceOf } from '../precedence.ts';
import { rolesOf } from '../registered-definition.ts';
import { findAppOf } from './app-of-definition.ts';
import { inheritedFields } from './new-version.ts';

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
 * webhooks than its current version has: these outlive the token, or widen what it reaches. What a
 * definition omits counts as inherited, which may be from a pre-release.
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
  app: LockedApp,
  definition: AppDefinition,
): Promise<Problem[]> {
  const { organizationId, name, version } = app;
  const inherited = await inheritedFields({ apps }, app, definition.version);
  const problems: Problem[] = [];
  const redirectUris = definition.redirectUris ?? inherited.redirectUris;
  if (redirectUris.some((one) => !app.redirectUris.includes(one))) {
    problems.push(addition('redirectUris', 'redirect URIs'));
  }
  if (isBeyond(rolesOf(definition) ?? inherited.roles, app.roles)) {
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

/** @param roles null: any role, as of a definition that names none */
function isBeyond(roles: readonly string[] | null, most: readonly string[] | null): boolean {
  if (most === null) return false;
  return roles === null || roles.some((one) => !holdsRole(most, one));
}

function addition(property: string, words: string): Problem {
  const detail = `An access token of an app cannot add ${words} to it. Write those of the current version, or register this version with an API key, the console or the command line.`;
  return problem('forbidden', detail, { pointer: `/${property}` });
}
