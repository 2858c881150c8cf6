import type { AppDefinition } from '@app-platform/app-definition';
import { rolePattern } from '@app-platform/contracts';

const ROLE = new RegExp(rolePattern);

/**
 * The most that an app may ask for. Entries that are no roles are left out: a warning names them.
 * @returns undefined where the definition does not say
 */
export function rolesOf({ roles }: AppDefinition): string[] | undefined {
  return roles?.filter((one): one is string => typeof one === 'string' && ROLE.test(one));
}
