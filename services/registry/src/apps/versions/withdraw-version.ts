import { parseAppVersion, parseDependency } from '@app-platform/app-definition';
import { problem, storableText } from '@app-platform/contracts';
import { AppError } from '@app-platform/http-api';
import { type Static, Type } from '@sinclair/typebox';
import { inc, satisfies } from 'semver';
import type { Principal } from '../../authentication/principal.ts';
import type { FoundVersion } from '../app-store.ts';
import { appVersionId } from '../available-app.ts';
import { findAppVersion } from '../find-app-version.ts';
import { refuseBlocked } from '../status.ts';
import {
  changeOwnVersion,
  chooseCurrentVersion,
  type OwnVersion,
  type VersionRequest,
  type WithdrawalDependencies,
} from './change-version.ts';
import type { Dependent } from './withdrawal-store.ts';

export const Deprecation = Type.Object(
  {
    message: Type.String({
      ...storableText,
      description: 'Why, for the organizations that have it installed.',
      minLength: 1,
      maxLength: 500,
    }),
    successor: Type.Optional(
      Type.String({
        description: 'The app that takes its place, or `<name>-<version>`.',
        minLength: 1,
        maxLength: 512,
      }),
    ),
  },
  { additionalProperties: false },
);
type Deprecation = Static<typeof Deprecation>;

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

const MOST_HOURS = 72;

/** A removed version. */
export type Unpublished = {
  id: string;
  name: string;
  version: string;
  /** Whether it was the last version, so that the app is gone with it. */
  isLast: boolean;
  /** Says that the number stays used, and which one to register instead. */
  notice: string;
};

/**
 * Removes a version for ever. Its number cannot be registered again. An app without versions is gone
 * for its readers. Its row stays, so that a later registration restores the same app.
 * @throws AppError `invalid_parameter` where the request names no version, `version_too_old`,
 *   `version_in_use`, `app_blocked`
 */
export async function unpublishVersion(
  dependencies: WithdrawalDependencies,
  request: VersionRequest,
): Promise<Unpublished> {
  const { text, source } = request.reference;
  if (parseAppVersion(text)?.version === undefined) {
    const detail = 'Name the version to unpublish: <name>-<version>, such as my_app-1.0.0.';
    throw new AppError(problem('invalid_parameter', detail, source));
  }
  const { more } = await changeOwnVersion(dependencies, request, async (own) => {
    await refuseUnpublishing(own, request.principal.organizationId);
    const { stores, app, version, at } = own;
    await stores.withdrawals.unpublishVersion(version.versionId, at);
    const isLast = !(await chooseCurrentVersion(stores, app));
    if (isLast) await unpublishApp(own);
    const before = { version: version.version, createdAt: version.createdAt.toISOString() };
    const recorded = { action: 'app_version.unpublished', before } as const;
    return { recorded, more: unpublished(own, isLast) };
  });
  return more;
}

function unpublished({ app, version }: OwnVersion, isLast: boolean): Unpublished {
  const id = appVersionId(version);
  const next = inc(app.highestVersion, 'patch') ?? app.highestVersion;
  const gone = isLast
    ? `${id} was the last version, so ${app.name} is gone too.`
    : `${id} is gone.`;
  const notice = `${gone} The number ${version.version} stays used: register the app under one that no version had, such as ${next}.`;
  return { id, name: app.name, version: version.version, isLast, notice };
}

async function refuseUnpublishing(own: OwnVersion, organizationId: string): Promise<void> {
  const { stores, app, version, at } = own;
  refuseBlocked(app, { parameter: 'appVersion' });
  const id = appVersionId(version);
  const hours = (at.getTime() - version.createdAt.getTime()) / 3_600_000;
  if (hours > MOST_HOURS) {
    const detail = `${id} was registered more than ${MOST_HOURS} hours ago. Yank it instead: POST /v1/apps/available/${id}/yank.`;
    throw new AppError(problem('version_too_old', detail, { parameter: 'appVersion' }));
  }
  const counted = await stores.withdrawals.countInstallations(version.versionId, organizationId);
  if (counted.others > 0) {
    const detail = `${counted.others} other organizations have ${id} installed. Yank it instead: POST /v1/apps/available/${id}/yank.`;
    throw inUse(detail);
  }
  if (counted.own > 0) {
    throw inUse(`Your organization has ${id} installed. Uninstall it, or install another version.`);
  }
}

async function unpublishApp({ stores, app }: OwnVersion): Promise<void> {
  if (await stores.withdrawals.hasInstallation(app.appId)) {
    throw inUse(`A draft of ${app.name} is installed. Uninstall it before the last version goes.`);
  }
  await stores.withdrawals.unpublishApp(app.appId);
  await stores.events.setLifecycleWebhooks(app, []);
}

function inUse(detail: string): AppError {
  return new AppError(problem('version_in_use', detail, { parameter: 'appVersion' }));
}
