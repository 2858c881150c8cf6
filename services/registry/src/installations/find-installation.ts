import { privateName } from '@app-platform/app-definition';
import { problem } from '@app-platform/contracts';
import { AppError } from '@app-platform/http-api';
import { type AppReference, findAppVersion } from '../apps/find-app-version.ts';
import type { Principal } from '../authentication/principal.ts';
import type { Change } from './install-version.ts';
import type { Installation } from './installation-store.ts';

/**
 * The installation of the app that a path names.
 * @throws AppError `ambiguous_app`; `not_found` where the app is not installed, or a version is named,
 *   which would be ignored
 */
export async function findInstallation(
  { stores, principal, installed }: Change,
  reference: AppReference,
): Promise<Installation> {
  if (reference.text.includes('-')) throw notInstalled(reference.text);
  const drafted = installed.find((one) => isOfDraft(one, reference.text, principal));
  if (drafted) return drafted;
  const { name } = await findAppVersion(stores, principal, reference);
  const installation = installed.find((one) => one.name === name);
  if (!installation) throw notInstalled(name);
  return installation;
}

/** Whether it is an installed draft of an app without versions, which no version is found for. */
function isOfDraft(
  { name, visibility }: Installation,
  text: string,
  { organizationId }: Principal,
): boolean {
  return visibility === 'draft' && (name === text || name === privateName(text, organizationId));
}

function notInstalled(name: string): AppError {
  const detail = `The app '${name}' is not installed. See GET /v1/apps/installed.`;
  return new AppError(problem('not_found', detail, { parameter: 'name' }));
}
