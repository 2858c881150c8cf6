import type { AppDefinition } from '@app-platform/app-definition';
import { parseJson } from '@app-platform/http-api';
import { compare } from 'semver';
import { namespacedAttributes } from '../attributes/namespaced-attributes.ts';
import type { AppStores } from '../stores.ts';
import type { App, InheritedFields, LockedApp } from './app-store.ts';
import { addedFieldsOf } from './available-app.ts';
import { newClientId } from './client-id.ts';
import { directoryColumns } from './directory-columns.ts';
import { identifierFor, randomIdentifier } from './identifier.ts';
import { precedenceOf } from './precedence.ts';
import { precedingVersion } from './preceding-version.ts';
import type { Registration } from './registration.ts';
import { titleMissing } from './registration-refusals.ts';
import type { NewVersion } from './registration-store.ts';
import { rolesOf } from './roles-of.ts';

/** An app before it is stored. */
export type AddedApp = Omit<App, 'appId'>;

/** Of a first version, whose definition has a title. */
export const nothingInherited: InheritedFields = { title: '', redirectUris: [], roles: null };

/**
 * @param isRetry whether the app's own generated identifier may be taken
 * @throws AppError `invalid_definition` for a first version without a title
 */
export function newApp(
  { title, visibility = 'public', identifier }: AppDefinition,
  name: string,
  organizationId: string,
  isRetry: boolean,
): AddedApp {
  if (title === undefined) throw titleMissing();
  return {
    name,
    organizationId,
    visibility,
    identifier: identifier ?? (isRetry ? randomIdentifier() : identifierFor(name)),
    clientId: newClientId(),
  };
}

/** Those of the version before, which is usually the current one. @param app left out for a first version */
export async function inheritedFields(
  stores: Pick<AppStores, 'apps'>,
  app: LockedApp | undefined,
  version: string,
): Promise<InheritedFields> {
  if (!app) return nothingInherited;
  const isHighest = compare(version, app.highestVersion) > 0;
  if (isHighest && precedenceOf(app.version) === app.highestVersion) return app;
  const before = await precedingVersion(stores, app, version);
  // A version that was yanked passes nothing on.
  if (!before || before.yankedAt) return app;
  const definition = parseJson(before.definitionText) as AppDefinition;
  const added: Partial<InheritedFields> = JSON.parse(before.addedFields);
  return {
    title: definition.title ?? added.title ?? app.title,
    redirectUris: definition.redirectUris ?? added.redirectUris ?? [],
    roles: rolesOf(definition) ?? added.roles ?? null,
  };
}

/** @param inherited the fields of the version before, where the definition omits them */
export function newVersion(
  { definition, definitionText, warnings }: Registration,
  { name, visibility, identifier, clientId }: AddedApp,
  inherited: InheritedFields,
  operatorTags: readonly string[],
): NewVersion {
  const { version, title = inherited.title, redirectUris = inherited.redirectUris } = definition;
  const roles = rolesOf(definition) ?? inherited.roles;
  const fields = { name, auth: {}, version, visibility, redirectUris, clientId, identifier, title };
  return {
    version,
    precedence: precedenceOf(version),
    definitionText,
    addedFields: addedFieldsOf(definition, { ...fields, roles: roles ?? undefined }),
    ...directoryColumns(name, definition, title),
    tags: [...(definition.tags ?? []), ...operatorTags],
    dependencies: definition.dependencies ?? [],
    redirectUris,
    roles,
    defects: warnings.filter(({ meta }) => meta?.blocksInstallation === true),
    attributes: namespacedAttributes(definition, identifier),
  };
}
