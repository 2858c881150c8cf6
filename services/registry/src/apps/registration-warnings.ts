import {
  type AppDefinition,
  parseDependency,
  privateName,
  warning,
} from '@app-platform/app-definition';
import type { Warning } from '@app-platform/contracts';
import { compare, prerelease } from 'semver';
import type { AppStores } from '../stores.ts';
import type { LockedApp } from './app-store.ts';
import { becomesCurrent, precedenceOf } from './precedence.ts';

/** The app of a first version becomes public although its definition does not say so. */
export function publicByDefault({ visibility }: AppDefinition): Warning[] {
  if (visibility !== undefined) return [];
  const detail =
    'The app is public: every organization sees it and can install it. To keep it to your own organization, register it under another app id with "visibility": "private". If it is to be public, write "visibility": "public".';
  return [warning('public_by_default', detail, '/visibility', false)];
}

/** A version below the current one is for those who stay below it, or a number that was mistyped. */
export function earlierVersion(
  { version }: AppDefinition,
  { version: current }: Pick<LockedApp, 'version'>,
): Warning[] {
  if (becomesCurrent(precedenceOf(version), current)) return [];
  if (prerelease(version) !== null && compare(version, current) > 0) return [];
  const detail = `${version} is lower than ${current}, which stays the current version. Organizations that have an earlier version installed may upgrade to ${version}.`;
  return [warning('earlier_version', detail, '/version', false)];
}

/** The dependencies that no app provides which the organization sees. */
export async function unknownDependencies(
  { appNames }: Pick<AppStores, 'appNames'>,
  organizationId: string,
  { dependencies = [] }: AppDefinition,
): Promise<Warning[]> {
  if (dependencies.length === 0) return [];
  const names = dependencies.map((one) => parseDependency(one).name);
  const ofPrivate = (name: string) => privateName(name, organizationId);
  const asked = new Set(names.flatMap((name) => [name, ofPrivate(name)]));
  const visible = await appNames.visible(organizationId, [...asked]);
  return names.flatMap((name, index) => {
    if (visible.has(name)) return [];
    const hint = visible.has(ofPrivate(name))
      ? `Did you mean '${ofPrivate(name)}'?`
      : 'Correct the name, or register that app first.';
    const detail = `Your organization sees no app '${name}'. Installation is refused until it does. ${hint}`;
    return [warning('unknown_dependency', detail, `/dependencies/${index}`, false)];
  });
}
