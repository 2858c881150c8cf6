import { type AppDefinition, directoryTextLimits, isDataUrl } from '@app-platform/app-definition';
import { rolePattern } from '@app-platform/contracts';
import { parseJson } from '@app-platform/json';
import type { DirectoryColumns, RecordedVersion } from './app-store.ts';

/** The properties that a version inherits from the previous one. */
const INHERITED = ['title', 'redirectUris', 'roles'] as const;

/** The definition of a version, with the fields that it inherited. */
export function registeredDefinition({
  definitionText,
  addedFields,
}: Pick<RecordedVersion, 'definitionText' | 'addedFields'>): AppDefinition {
  const added: Record<string, unknown> = JSON.parse(addedFields);
  const inherited = INHERITED.filter((name) => added[name] !== undefined);
  const fields = Object.fromEntries(inherited.map((name) => [name, added[name]]));
  return { ...fields, ...(parseJson(definitionText) as AppDefinition) };
}

const ROLE = new RegExp(rolePattern);

/** The most that a registered version may ask for, its own or inherited; null where it does not say. */
export function declaredRoles({
  definitionText,
  addedFields,
}: Pick<RecordedVersion, 'definitionText' | 'addedFields'>): string[] | null {
  const added: { roles?: string[] } = JSON.parse(addedFields);
  return rolesOf(parseJson(definitionText) as AppDefinition) ?? added.roles ?? null;
}

/**
 * The most that an app may ask for. Entries that are no roles are left out: a warning names them.
 * @returns undefined where the definition does not say
 */
export function rolesOf({ roles }: AppDefinition): string[] | undefined {
  return roles?.filter((one): one is string => typeof one === 'string' && ROLE.test(one));
}

/** Where the icon of a version is served that its definition holds as a `data:` URL. */
function iconPath(name: string, version: string): string {
  return `/v1/apps/available/${name}-${encodeURIComponent(version)}/icon`;
}

/** Cuts texts at the limits of the schema, which the first versions were not held to. */
export function directoryColumns(
  name: string,
  { version, description = '', iconUrl, appDetails }: AppDefinition,
  title: string,
): DirectoryColumns {
  const developer = appDetails?.appDeveloper?.name ?? null;
  return {
    title,
    description: description.slice(0, directoryTextLimits.description),
    iconUrl: iconUrl && isDataUrl(iconUrl) ? iconPath(name, version) : (iconUrl ?? null),
    developer: developer?.slice(0, directoryTextLimits.developer) ?? null,
  };
}
