import type { Visibility } from '@app-platform/app-definition';
import {
  appNamePattern,
  holdsRole,
  isFirstPartyClient,
  problem,
  roles,
  storableText,
} from '@app-platform/contracts';
import { AppError, type RequestContext } from '@app-platform/http-api';
import { type Static, Type } from '@sinclair/typebox';
import type { AppVersion } from '../../apps/app-store.ts';
import { findAppVersion, visibilities } from '../../apps/find-app-version.ts';
import { refuseBlocked } from '../../apps/status.ts';
import type { Principal } from '../../authentication/principal.ts';
import type { InstallationDependencies, InstallationStores } from '../change-installations.ts';
import type { InstallationRequest, RequestKey } from '../installation-request-store.ts';

const MOST_REQUESTS = 100;

export const InstallationRequestBody = Type.Object(
  {
    app: Type.String({
      description: "The app's name, without a version; for a private app `<app>_<orgId>`.",
      pattern: appNamePattern,
    }),
    visibility: Type.Optional(
      Type.Unsafe<Visibility>({
        description: "Chooses between the organization's private app and a public app of the name.",
        type: 'string',
        enum: visibilities,
      }),
    ),
    note: Type.Optional(
      Type.String({
        ...storableText,
        description:
          'Why, for the administrators. Left out: the note from before, or none. Without NUL.',
        maxLength: 500,
      }),
    ),
  },
  { additionalProperties: false },
);

export type InstallationRequestBody = Static<typeof InstallationRequestBody>;

/**
 * Asks the administrators of the principal's organization to install an app. A second request of a user
 * for an app replaces the note of the first.
 * @throws AppError `forbidden`, `not_found`, `ambiguous_app`, `app_blocked`, `already_installed`,
 *   `too_many_installation_requests`
 */
export async function askForApp(
  { database, clock }: InstallationDependencies,
  principal: Principal,
  { app, visibility, note }: InstallationRequestBody,
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
    const { appId, name, title } = version;
    await refuseInstalled(stores, organizationId, version);
    const key = { organizationId, appId, userId };
    const before = await stores.installationRequests.findFor(key);
    if (before && (note === undefined || note === before.note)) {
      return { outcome: 'changed', request: before };
    }
    if (before) await stores.installationRequests.put(key, note ?? '', clock());
    else {
      await refuseTooMany(stores, key);
      const asked = { app: name, title, note: note ?? '' };
      await stores.installationRequests.create(key, asked, clock());
    }
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
  { installations }: InstallationStores,
  organizationId: string,
  { appId, name }: AppVersion,
): Promise<void> {
  const installation = await installations.find(organizationId, appId);
  if (!installation) return;
  const detail = `'${name}' is installed in version ${installation.version}.`;
  throw new AppError(problem('already_installed', detail, { pointer: '/app' }));
}

async function refuseTooMany(
  { installationRequests }: InstallationStores,
  { organizationId, userId }: RequestKey,
): Promise<void> {
  if ((await installationRequests.count(organizationId, userId)) < MOST_REQUESTS) return;
  const detail = `A user has at most ${MOST_REQUESTS} open requests. Withdraw one first: DELETE /v1/installation-requests/{id}.`;
  throw new AppError(problem('too_many_installation_requests', detail));
}

/**
 * Ends a request without an installation: an administrator dismisses any, a user withdraws an own one.
 * @throws AppError `not_found`, also for a request of another user; `forbidden` as {@link askingUser}
 */
export async function closeRequest(
  { database }: Pick<InstallationDependencies, 'database'>,
  principal: Principal,
  id: bigint,
  context: RequestContext,
): Promise<void> {
  const { organizationId, userId: callerId } = principal;
  const onlyOf = isAdministrator(principal) ? undefined : askingUser(principal);
  await database.transaction(async ({ installationRequests, audit }) => {
    const request = await installationRequests.lock(organizationId, id);
    if (!request || (onlyOf !== undefined && request.userId !== onlyOf)) throw notFound(id);
    const { app, userId, note } = request;
    await installationRequests.remove(id);
    await audit.record({
      actor: principal,
      action:
        userId === callerId ? 'installation_request.withdrawn' : 'installation_request.dismissed',
      subject: app,
      organizationId,
      context,
      before: { userId, note },
    });
  });
}

function notFound(id: bigint): AppError {
  const detail = `There is no open request ${id} that you may end. See GET /v1/installation-requests.`;
  return new AppError(problem('not_found', detail, { parameter: 'id' }));
}

/** Whether the caller answers requests: by installing the app, or by dismissing them. */
export function isAdministrator(principal: Principal): boolean {
  return holdsRole(principal.roles, roles.apps);
}

/**
 * The id of the user who has signed in to the console or the command line.
 * @throws AppError `forbidden` for an API key, and for the access token of an app, which is not to ask
 *   in the name of its user
 */
export function askingUser({ kind, clientId, userId }: Principal): string {
  if (userId !== undefined && isFirstPartyClient(clientId)) return userId;
  const reason =
    kind === 'api_key'
      ? 'An API key names no user'
      : 'An access token of an app may not ask for its user';
  const detail = `${reason}. Sign in to the console or the command line, and use that access token.`;
  throw new AppError(problem('forbidden', detail, { header: 'authorization' }));
}
