import { parseDependency } from '@app-platform/app-definition';
import { satisfies } from 'semver';
import type { FoundVersion } from '../apps/app-store.ts';
import { chooseCurrentVersion } from './current-version.ts';
import {
  changeOwnVersion,
  type VersionRequest,
  type WithdrawalDependencies,
} from './withdraw-version.ts';
import type { Dependent } from './withdrawal-store.ts';

/** Whom a yank concerns. */
export type Yanked = {
  version: FoundVersion | undefined;
  /** How many organizations have the version installed, the own one included. They keep it. */
  installations: number;
  /** At most 100 visible apps with a rule that the version satisfies. */
  dependents: Dependent[];
};

/** Refuses new installations of a version. The current version is chosen among the others. */
export async function yankVersion(
  dependencies: WithdrawalDependencies,
  request: VersionRequest,
  reason: string,
): Promise<Yanked> {
  const { organizationId } = request.principal;
  const { version, more } = await changeOwnVersion(dependencies, request, async (own) => {
    const { stores, app, version: found, at } = own;
    const { withdrawals } = stores;
    const { versionId } = found;
    await withdrawals.setYank(versionId, { at: found.yankedAt ?? at, reason }, at);
    await chooseCurrentVersion(stores, app);
    const counted = await withdrawals.countInstallations(versionId, organizationId);
    const named = await withdrawals.listDependents(versionId, app.name, organizationId);
    const dependents = named.filter(({ rule }) =>
      satisfies(found.version, parseDependency(rule).range),
    );
    const installations = counted.own + counted.others;
    const recorded = {
      action: 'app_version.yanked',
      event: 'app.yanked',
      after: { reason },
    } as const;
    return { recorded, more: { installations, dependents } };
  });
  return { version, ...more };
}

/** Allows new installations of a version again. */
export async function endYank(
  dependencies: WithdrawalDependencies,
  request: VersionRequest,
): Promise<FoundVersion | undefined> {
  const changed = await changeOwnVersion(dependencies, request, async (own) => {
    const { stores, app, version, at } = own;
    if (!version.yankedAt) return { more: undefined };
    await stores.withdrawals.setYank(version.versionId, null, at);
    await chooseCurrentVersion(stores, app);
    const before = { reason: version.yankReason };
    return { recorded: { action: 'app_version.unyanked', before }, more: undefined };
  });
  return changed.version;
}
