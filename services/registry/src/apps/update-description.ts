import type { AppDefinition, DefinitionPatch } from '@app-platform/contracts';
import type { Clock, RequestContext } from '@app-platform/service-kit';
import type { Principal } from '../authentication/principal.ts';
import type { Database } from '../database/database.ts';
import type { AppVersion } from './app-version.ts';
import { appVersionId } from './available-app.ts';
import { findAppVersion, refuseUnlessOwner } from './find-app-version.ts';

/**
 * Changes fields that describe a version, without a new version.
 * @param appVersion `<name>-<version>` or `<name>-latest`
 * @throws AppError `not_found`, and `forbidden` for another organization's public app
 */
export async function updateDescription(
  { database, clock }: { database: Database; clock: Clock },
  principal: Principal,
  appVersion: string,
  patch: DefinitionPatch,
  context: RequestContext,
): Promise<AppVersion> {
  const source = { parameter: 'appVersion' };
  return database.transaction(async (stores) => {
    const named = await findAppVersion(stores, principal, appVersion, source);
    refuseUnlessOwner(named, principal);
    // Read again under the lock, so that two updates at once cannot lose each other's fields.
    await stores.apps.lock(named.name);
    const current = await findAppVersion(stores, principal, appVersionId(named), source);
    const definition: AppDefinition = { ...current.definition, ...patch };
    const title = patch.title ?? current.title;
    const updatedAt = clock();
    await stores.apps.updateDescription(current.versionId, definition, title, updatedAt);
    await stores.audit.record({
      actor: principal,
      action: 'app_version.described',
      subject: appVersionId(current),
      organizationId: principal.organizationId,
      context,
      before: fieldsOf({ ...current.definition, title: current.title }, patch),
      after: fieldsOf({ ...definition, title }, patch),
    });
    return { ...current, definition, title, updatedAt };
  });
}

function fieldsOf(definition: AppDefinition, patch: DefinitionPatch) {
  const entries = Object.entries(definition).filter(([name]) => Object.hasOwn(patch, name));
  return Object.fromEntries(entries);
}
