import type { AppDefinition } from '@app-platform/app-definition';
import { rolePattern } from '@app-platform/contracts';
import { parseJson } from '@app-platform/http-api';
import type { RecordedVersion } from './app-store.ts';

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
