import { parseAppVersion, privateName } from '@app-platform/app-definition';
import { problem } from '@app-platform/contracts';
import { AppError } from '@app-platform/http-api';
import type { Principal } from '../authentication/principal.ts';
import type { AppStores } from '../stores.ts';
import type { App, FoundVersion } from './app-store.ts';
import { precedenceOf } from './precedence.ts';

/**
 * The version that a path or a body names: `<name>-<version>`, or `<name>-latest` and `<name>`
 * alone for the highest.
 * @param source where the request names it
 * @throws AppError `invalid_parameter` where the text is of another form, `not_found` where the
 *   organization sees no such version: another organization's private app is not there
 */
export async function findAppVersion(
  stores: Pick<AppStores, 'apps'>,
  { organizationId }: Principal,
  text: string,
  source: { parameter: string } | { pointer: string },
): Promise<FoundVersion> {
  const { name, version } = readAppVersion(text, source);
  const precedence = version && precedenceOf(version);
  const found = await stores.apps.findVersion(organizationId, name, precedence);
  if (found) return found;
  const hint = await nearMiss(stores, organizationId, name, version);
  throw new AppError(problem('not_found', hint, source));
}

function readAppVersion(text: string, source: { parameter: string } | { pointer: string }) {
  const parsed = parseAppVersion(text);
  if (parsed) return parsed;
  const detail = 'This must be <name>-<version>, <name>-latest or <name>, such as my_app-1.0.0.';
  throw new AppError(problem('invalid_parameter', detail, source));
}

/** Why nothing was found, as far as the organization may know. */
async function nearMiss(
  stores: Pick<AppStores, 'apps'>,
  organizationId: string,
  name: string,
  version: string | undefined,
): Promise<string> {
  const latest = version && (await stores.apps.findVersion(organizationId, name));
  if (latest) return `${name} has no version ${version}. Its highest is ${latest.version}.`;
  const ofPrivate = privateName(name, organizationId);
  if (await stores.apps.findVersion(organizationId, ofPrivate)) {
    return `There is no app '${name}'. Did you mean your private app '${ofPrivate}'?`;
  }
  return `There is no app '${name}' that your organization can see.`;
}

/** @throws AppError `forbidden` where another organization registered the app */
export function refuseUnlessOwner(
  app: Pick<App, 'name' | 'organizationId'>,
  { organizationId }: Principal,
): void {
  if (app.organizationId === organizationId) return;
  const detail = `Only the organization that registered '${app.name}' may do this.`;
  throw new AppError(problem('forbidden', detail));
}
