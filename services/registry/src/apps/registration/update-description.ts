import {
  type AppDefinition,
  type DefinitionPatch,
  isDataUrl,
  leakedSecrets,
  type PlacedSecret,
  patchWarnings,
  secretProblems,
  secretWarnings,
  type Visibility,
} from '@app-platform/app-definition';
import type { Warning } from '@app-platform/contracts';
import { AppError, type RequestContext } from '@app-platform/http-api';
import { parseJson } from '@app-platform/json';
import type { Clock } from '@app-platform/runtime';
import type { AuditStores } from '../../audit/audit-store.ts';
import type { Principal } from '../../authentication/principal.ts';
import type { Database } from '../../database/database.ts';
import type { AppStores } from '../app-name-store.ts';
import type { AppVersion } from '../app-store.ts';
import { appVersionId } from '../available-app.ts';
import { type AppReference, findAppVersion, refuseUnlessOwner } from '../find-app-version.ts';
import { directoryColumns } from '../registered-definition.ts';
import type { DescriptionStore } from './description-store.ts';
import { refuseOtherApp } from './own-app.ts';

export type DescriptionDependencies = {
  database: Database<AppStores & AuditStores & { descriptions: DescriptionStore }>;
  clock: Clock;
};

/**
 * Changes fields that describe a version, without a new version.
 * @returns the changed version, and warnings about the changed fields
 * @throws AppError `not_found`; `secret_in_definition`; `forbidden` for another organization's public app, and for the access
 *   token of another app
 */
export async function updateDescription(
  { database, clock }: DescriptionDependencies,
  principal: Principal,
  reference: AppReference,
  patch: DefinitionPatch,
  context: RequestContext,
): Promise<{ version: AppVersion; warnings: Warning[] }> {
  const { version, definition, secrets } = await database.transaction(async (stores) => {
    const named = await findAppVersion(stores, principal, reference);
    refuseUnlessOwner(named, principal);
    // Read again under the lock, so that two updates at once cannot lose each other's fields.
    const [app] = await stores.apps.lock([named.name]);
    refuseOtherApp(principal, app);
    const before = await findAppVersion(stores, principal, {
      text: appVersionId(named),
      visibility: named.visibility,
      source: reference.source,
    });
    const definition = parseJson(before.definitionText) as AppDefinition;
    const described = { ...definition, ...patch };
    const secrets = patchedSecrets(described, patch, named.visibility);
    const after = patched(before, described, patch, clock());
    await stores.descriptions.updateVersion(after);
    if (app?.version === after.version) {
      const columns = directoryColumns(after.name, described, after.title);
      await stores.descriptions.describeApp(app.appId, columns);
    }
    await stores.audit.record({
      actor: principal,
      action: 'app_version.described',
      subject: appVersionId(after),
      organizationId: principal.organizationId,
      context,
      before: auditedFields({ ...definition, title: before.title }, patch),
      after: auditedFields({ ...described, title: after.title }, patch),
    });
    return { version: after, definition: described, secrets };
  });
  const warnings = [...patchWarnings(definition, patch), ...secretWarnings(secrets)];
  return { version, warnings };
}

/** @throws AppError `secret_in_definition` for a public app */
function patchedSecrets(
  described: AppDefinition,
  patch: DefinitionPatch,
  visibility: Visibility,
): PlacedSecret[] {
  const secrets = leakedSecrets(described).filter(({ path: [property = ''] }) =>
    Object.hasOwn(patch, property),
  );
  const problems = visibility === 'public' ? secretProblems(secrets) : [];
  if (problems.length > 0) throw new AppError(problems);
  return secrets;
}

function patched(
  version: AppVersion,
  definition: AppDefinition,
  patch: DefinitionPatch,
  updatedAt: Date,
): AppVersion {
  const added = Object.entries(JSON.parse(version.addedFields));
  const addedFields = added.filter(([name]) => !Object.hasOwn(definition, name));
  return {
    ...version,
    definitionText: JSON.stringify(definition),
    addedFields: JSON.stringify(Object.fromEntries(addedFields)),
    title: patch.title ?? version.title,
    updatedAt,
  };
}

/** An icon that the definition holds is recorded by its length: a page of the audit list has many rows. */
function auditedFields(definition: AppDefinition, patch: DefinitionPatch) {
  const { iconUrl } = definition;
  const audited =
    iconUrl && isDataUrl(iconUrl)
      ? { ...definition, iconUrl: `data: URL of ${iconUrl.length} characters` }
      : definition;
  const entries = Object.entries(audited).filter(([name]) => Object.hasOwn(patch, name));
  return Object.fromEntries(entries);
}
