import type { FoundVersion } from '../apps/app-store.ts';
import { appVersionId } from '../apps/available-app.ts';
import { findAppVersion } from '../apps/find-app-version.ts';
import type { Principal } from '../authentication/principal.ts';
import type { AppStores } from '../stores.ts';
import {
  changeOwnVersion,
  type VersionRequest,
  type WithdrawalDependencies,
} from './withdraw-version.ts';

export type Deprecation = {
  /** For the organizations that have it installed. */
  message: string;
  /** An app, or a version of one, that takes its place. */
  successor?: string;
};

/** Advises against a version. It can be installed still, with a warning. */
export async function deprecateVersion(
  dependencies: WithdrawalDependencies,
  request: VersionRequest,
  { message, successor }: Deprecation,
): Promise<FoundVersion | undefined> {
  const changed = await changeOwnVersion(dependencies, request, async (own) => {
    const { stores, version, at } = own;
    const named = await findSuccessor(stores, request.principal, successor);
    const deprecation = { at: version.deprecatedAt ?? at, message, successor: named };
    await stores.withdrawals.setDeprecation(version.versionId, deprecation, at);
    const after = { message, ...(named && { successor: named }) };
    const recorded = { action: 'app_version.deprecated', event: 'app.deprecated', after } as const;
    return { recorded, more: undefined };
  });
  return changed.version;
}

/** Ends a deprecation, if there is one. */
export async function endDeprecation(
  dependencies: WithdrawalDependencies,
  request: VersionRequest,
): Promise<FoundVersion | undefined> {
  const changed = await changeOwnVersion(dependencies, request, async ({ stores, version, at }) => {
    if (!version.deprecatedAt) return { more: undefined };
    await stores.withdrawals.setDeprecation(version.versionId, null, at);
    const before = { message: version.deprecationMessage };
    return { recorded: { action: 'app_version.undeprecated', before }, more: undefined };
  });
  return changed.version;
}

/** The full name, with the version where one is named. @throws AppError `not_found` at `/successor` */
async function findSuccessor(
  stores: AppStores,
  principal: Principal,
  text: string | undefined,
): Promise<string | null> {
  if (text === undefined) return null;
  const reference = { text, source: { pointer: '/successor' } };
  const found = await findAppVersion(stores, principal, reference);
  return text.includes('-') ? appVersionId(found) : found.name;
}
