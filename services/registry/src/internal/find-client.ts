import { type ClientRecord, problem } from '@app-platform/contracts';
import type { Clock } from '@app-platform/service-kit';
import { AppError } from '@app-platform/service-kit';
import type { Stores } from '../database/database.ts';

/**
 * What the OAuth service needs to know of a client.
 * @param organizationId also asks whether this organization has the app installed
 * @throws AppError `not_found` for an unknown client id
 */
export async function findClient(
  { stores, clock }: { stores: Stores; clock: Clock },
  clientId: string,
  organizationId?: string,
): Promise<ClientRecord> {
  const app = await stores.apps.findLatestByClientId(clientId);
  if (!app) {
    const detail = 'There is no client of this id.';
    throw new AppError(problem('not_found', detail, { parameter: 'clientId' }));
  }
  const { appId, definition } = app;
  const [digests, installed, installedSince, organization] = await Promise.all([
    stores.secrets.validDigests(appId, clock()),
    stores.installations.isInstalled(appId),
    organizationId ? stores.installations.installedSince(appId, organizationId) : null,
    organizationId ? stores.organizations.find(organizationId) : null,
  ]);
  return {
    clientId,
    app: app.name,
    title: app.title,
    iconUrl: definition.iconUrl ?? null,
    developer: definition.appDetails?.appDeveloper?.name ?? null,
    redirectUris: app.redirectUris,
    organizationId: app.organizationId,
    visibility: app.visibility,
    hasSecret: digests.length > 0,
    installed,
    installedSince: installedSince?.toISOString() ?? null,
    organizationName: organization?.name ?? null,
  };
}
