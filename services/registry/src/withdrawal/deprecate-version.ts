import { problem } from '@app-platform/contracts';
import { AppError } from '@app-platform/http-api';
import type { FoundVersion } from '../apps/app-store.ts';
import { appVersionId } from '../apps/available-app.ts';
import { findAppVersion } from '../apps/find-app-version.ts';
import type { Principal } from '../authentication/principal.ts';
import {
  changeOwnVersion,
  type OwnVersion,
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
    const named = await findSuccessor(own, request.principal, successor);
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

/**
 * The full name, with the version where one is named.
 * @throws AppError at `/successor`: `not_found`; `invalid_body` for the app or the version itself
 */
async function findSuccessor(
  { stores, app, version }: OwnVersion,
  principal: Principal,
  text: string | undefined,
): Promise<string | null> {
  if (text === undefined) return null;
  const reference = { text, source: { pointer: '/successor' } };
  const found = await findAppVersion(stores, principal, reference);
  const isVersion = text.includes('-');
  const isSelf = found.name === app.name && (!isVersion || found.version === version.version);
  if (isSelf) throw namesItself(text, reference.source);
  return isVersion ? appVersionId(found) : found.name;
}

function namesItself(text: string, source: { pointer: string }): AppError {
  const detail = `'${text}' is what you deprecate. Name another app, or another version of this one, or leave the successor out.`;
  return new AppError(problem('invalid_body', detail, source));
}
