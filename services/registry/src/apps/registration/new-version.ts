import {
  type AppDefinition,
  leakedSecrets,
  type PlacedSecret,
  validateDefinition,
} from '@app-platform/app-definition';
import type { Warning } from '@app-platform/contracts';
import type { BodyContract } from '@app-platform/http-api';
import { parseJson } from '@app-platform/json';
import { compare } from 'semver';
import { namespacedAttributes } from '../../attributes/attribute-registry.ts';
import type { AppStores } from '../app-name-store.ts';
import type { InheritedFields, LockedApp } from '../app-store.ts';
import { addedFieldsOf } from '../available-app.ts';
import { precedenceOf, precedingVersion } from '../precedence.ts';
import { directoryColumns, rolesOf } from '../registered-definition.ts';
import type { AddedApp } from './app-of-definition.ts';
import type { NewVersion } from './registration-store.ts';

export type Registration = {
  definition: AppDefinition;
  /** The definition as it was sent, which is stored. */
  definitionText: string;
  /** Problems of the definition that do not prevent its registration. */
  warnings: Warning[];
  /** Texts that look like credentials, which a public app must not have. */
  secrets: readonly PlacedSecret[];
  /** With it the same registration may be sent again. */
  idempotencyKey?: string;
};

/** A body that is an app definition. */
export const definitionContract: BodyContract<Registration> = {
  schema: 'AppDefinition',
  parse: (body, definitionText) => {
    const result = validateDefinition(body);
    if (!result.ok) return { ok: false, problems: result.errors };
    const { definition, warnings } = result;
    return {
      ok: true,
      value: { definition, definitionText, warnings, secrets: leakedSecrets(definition) },
    };
  },
};

/** The inherited fields of a first version, whose definition has a title. */
export const nothingInherited: InheritedFields = { title: '', redirectUris: [], roles: null };

/** The fields of the previous version, which is usually the current one. @param app left out for a first version */
export async function inheritedFields(
  stores: Pick<AppStores, 'apps'>,
  app: LockedApp | undefined,
  version: string,
): Promise<InheritedFields> {
  if (!app) return nothingInherited;
  const isHighest = compare(version, app.highestVersion) > 0;
  if (isHighest && precedenceOf(app.version) === app.highestVersion) return app;
  const before = await precedingVersion(stores, app, version);
  // Nothing is inherited from a yanked version.
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
