import { diffDefinitions, smallestIncrement, type Visibility } from '@app-platform/app-definition';
import { problem } from '@app-platform/contracts';
import { AppError } from '@app-platform/http-api';
import { choice, component, list, response, text } from '@app-platform/http-api/schemas';
import { type Static, Type } from '@sinclair/typebox';
import { compare } from 'semver';
import type { Principal } from '../../authentication/principal.ts';
import type { AppStores } from '../app-name-store.ts';
import type { AppVersion } from '../app-store.ts';
import { ComponentChange, increments } from '../component-change.ts';
import { findAppVersion } from '../find-app-version.ts';
import { precedingVersion } from '../precedence.ts';
import { registeredDefinition } from '../registered-definition.ts';

export type ComparisonRequest = {
  name: string;
  visibility?: Visibility | undefined;
  /** Left out: the version before `to`. */
  from?: string | undefined;
  /** Left out: the current version. */
  to?: string | undefined;
};

const Comparison = Type.Object({
  name: text('The app.'),
  from: text('The version before.'),
  to: text('The version after.'),
  changes: list(ComponentChange, 'Every component that differs.'),
  smallestIncrement: choice(
    [...increments, null],
    'What semantic versioning requires at least; null where nothing changed.',
  ),
});

export type Comparison = Static<typeof Comparison>;

export const ComparisonResponse = component('ComparisonResponse', response(Comparison));

/**
 * Compares two versions of an app component by component.
 * @throws AppError `not_found`, `ambiguous_app`, `invalid_parameter` for a first version without `from`
 */
export async function compareVersions(
  stores: AppStores,
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
