import type { Visibility } from '@app-platform/app-definition';
import { problem } from '@app-platform/contracts';
import { AppError, type RequestContext } from '@app-platform/http-api';
import type { AppVersion } from '../apps/app-store.ts';
import { refuseBlocked } from '../apps/blocking.ts';
import { findAppVersion } from '../apps/find-app-version.ts';
import type { Principal } from '../authentication/principal.ts';
import type { Dependencies } from '../dependencies.ts';
import type { Stores } from '../stores.ts';
import { askingUser } from './asking-user.ts';
import type { InstallationRequest, RequestKey } from './installation-request-store.ts';

const MOST_REQUESTS = 100;

export type Asked = {
  /** Its name. */
  app: string;
  visibility?: Visibility;
  /** Left out: as it was, or empty. */
  note?: string;
};

/**
 * Asks the administrators of the principal's organization to install an app. A second request of a user
 * for an app replaces the note of the first.
 * @throws AppError `forbidden`, `not_found`, `ambiguous_app`, `app_blocked`, `already_installed`,
 *   `too_many_installation_requests`
 */
export async function askForApp(
  { database, clock }: Pick<Dependencies, 'database' | 'clock'>,
  principal: Principal,
  { app, visibility, note }: Asked,
  context: RequestContext,
): Promise<{ outcome: 'created' | 'changed'; request: InstallationRequest }> {
  const userId = askingUser(principal);
  const { organizationId } = principal;
  return database.transaction(async (stores) => {
    // An installation takes the same lock, so that no request is left for an installed app.
    await stores.organizations.lock(organizationId);
    const reference = { text: app, visibility, source: { pointer: '/app' } };
    const version = await findAppVersion(stores, principal, reference);
    refuseBlocked(version);
    const { appId, name } = version;
    await refuseInstalled(stores, organizationId, version);
    const key = { organizationId, appId, userId };
    const before = await stores.installationRequests.findFor(key);
    if (before && (note === undefined || note === before.note)) {
      return { outcome: 'changed', request: before };
    }
    if (!before) await refuseTooMany(stores, key);
    await stores.installationRequests.put(key, note ?? '', clock());
    await stores.audit.record({
      actor: principal,
      action: before ? 'installation_request.changed' : 'installation_request.created',
      subject: name,
      organizationId,
      context,
      ...(before && { before: { userId, note: before.note } }),
      after: { userId, note: note ?? '' },
    });
    const request = await stores.installationRequests.findFor(key);
    if (!request) throw new Error('a request vanished inside its transaction');
    return { outcome: before ? 'changed' : 'created', request };
  });
}

async function refuseInstalled(
  { installations }: Stores,
  organizationId: string,
  { appId, name }: AppVersion,
): Promise<void> {
  const installation = await installations.find(organizationId, appId);
  if (!installation) return;
  const detail = `'${name}' is installed in version ${installation.version}.`;
  throw new AppError(problem('already_installed', detail, { pointer: '/app' }));
}

async function refuseTooMany(
  { installationRequests }: Stores,
  { organizationId, userId }: RequestKey,
): Promise<void> {
  if ((await installationRequests.count(organizationId, userId)) < MOST_REQUESTS) return;
  const detail = `A user has at most ${MOST_REQUESTS} open requests. Withdraw one first: DELETE /v1/installation-requests/{id}.`;
  throw new AppError(problem('too_many_installation_requests', detail));
}
