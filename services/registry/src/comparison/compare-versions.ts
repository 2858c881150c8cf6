import {
  type ComponentChange,
  diffDefinitions,
  type Increment,
  smallestIncrement,
  type Visibility,
} from '@app-platform/app-definition';
import { problem } from '@app-platform/contracts';
import { AppError } from '@app-platform/http-api';
import { compare } from 'semver';
import type { AppVersion } from '../apps/app-store.ts';
import { findAppVersion } from '../apps/find-app-version.ts';
import { precedingVersion } from '../apps/preceding-version.ts';
import { registeredDefinition } from '../apps/registered-definition.ts';
import type { Principal } from '../authentication/principal.ts';
import type { AppStores } from '../stores.ts';

export type ComparisonRequest = {
  name: string;
  visibility?: Visibility | undefined;
  /** Left out: the version before `to`. */
  from?: string | undefined;
  /** Left out: the current version. */
  to?: string | undefined;
};

export type Comparison = {
  name: string;
  from: string;
  to: string;
  changes: ComponentChange[];
  /** What semantic versioning requires from `from` to `to`; null where nothing changed. */
  smallestIncrement: Increment | null;
};

/**
 * Compares two versions of an app component by component.
 * @throws AppError `not_found`, `ambiguous_app`, `invalid_parameter` for a first version without `from`
 */
export async function compareVersions(
  stores: Pick<AppStores, 'apps' | 'appNames'>,
  principal: Principal,
  { name, visibility, from, to }: ComparisonRequest,
): Promise<Comparison> {
  const find = (version: string | undefined, parameter: string) =>
    findAppVersion(stores, principal, {
      text: version === undefined ? name : `${name}-${version}`,
      visibility,
      source: { parameter },
    });
  const later = await find(to, to === undefined ? 'name' : 'to');
  const earlier =
    from === undefined ? await versionBefore(stores, principal, later) : await find(from, 'from');
  const changes = diffDefinitions(registeredDefinition(earlier), registeredDefinition(later));
  // The increment counts from the lower version, also of a comparison that leads back.
  const [lower = earlier] = [earlier, later].sort((one, other) =>
    compare(one.version, other.version),
  );
  return {
    name: later.name,
    from: earlier.version,
    to: later.version,
    changes,
    smallestIncrement: smallestIncrement(changes, lower.version) ?? null,
  };
}

async function versionBefore(
  stores: Pick<AppStores, 'apps'>,
  { organizationId }: Principal,
  { name, version }: AppVersion,
) {
  const before = await precedingVersion(stores, { organizationId, name }, version);
  if (before) return before;
  const detail = `${name} has no version before ${version}. Name the version to compare with.`;
  throw new AppError(problem('invalid_parameter', detail, { parameter: 'from' }));
}
