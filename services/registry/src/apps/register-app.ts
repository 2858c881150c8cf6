import type { AppDefinition } from '@app-platform/app-definition';
import type { Problem, Warning } from '@app-platform/contracts';
import { AppError, answerOnce, type RequestContext } from '@app-platform/http-api';
import { isUniqueViolation } from '@app-platform/runtime/database';
import { compare } from 'semver';
import { callerOf, type Principal } from '../authentication/principal.ts';
import type { Dependencies } from '../dependencies.ts';
import type { AppStores } from '../stores.ts';
import { announceVersion } from '../webhooks/announce-version.ts';
import { addedApp, findAppOf, hadVersion } from './app-of-definition.ts';
import type { LockedApp, RecordedVersion } from './app-store.ts';
import { appVersionId, availableAppAnswer } from './available-app.ts';
import { notBlocked } from './blocking.ts';
import { type AddedApp, inheritedFields, newVersion } from './new-version.ts';
import { refuseBeyondOwnApp } from './own-app.ts';
import { becomesCurrent, higherOf, precedenceOf } from './precedence.ts';
import { type PublicApps, publicNameProblems } from './public-name-problems.ts';
import type { Registration } from './registration.ts';
import { ConcurrentRegistrationError } from './registration-conflict.ts';
import { shortName } from './registration-name.ts';
import {
  identifierChanged,
  identifierTaken,
  keptIdentifierTaken,
  nameTaken,
  versionTaken,
} from './registration-refusals.ts';
import type { NewVersion } from './registration-store.ts';
import { earlierVersion, publicByDefault, unknownDependencies } from './registration-warnings.ts';
import { notWithdrawn } from './withdrawal.ts';

/**
 * Registers an app's first version, or a new version of it.
 * @returns the answer as JSON
 * @throws AppError `forbidden` for the access token of another app, or one that adds access to its own;
 *   `duplicate`, `identifier_changed`, `invalid_definition`, `reserved_name`, `confusable_name`, `publisher_not_verified`, `idempotency_key_reused`
 */
export async function registerApp(
  {
    database,
    clock,
    publicApps = 'anyone',
  }: Pick<Dependencies, 'database' | 'clock' | 'publicApps'>,
  principal: Principal,
  registration: Registration,
  context: RequestContext,
): Promise<string> {
  const { organizationId } = principal;
  const { idempotencyKey: key, definition } = registration;
  const register = (isRetry = false) =>
    database.appTransaction((stores) => {
      const change = async () => {
        await refuseBeyondOwnApp(stores, principal, definition);
        const request = { registration, principal, context, publicApps, isRetry };
        const { version, warnings } = await registerInTransaction(stores, request);
        return availableAppAnswer(version, warnings);
      };
      if (key === undefined) return change();
      const { caller } = callerOf(principal);
      const request = { operationId: 'registerApp', caller, definition };
      return answerOnce(
        stores.idempotentAnswers,
        { organizationId, key, request, now: clock() },
        change,
      );
    });
  try {
    return await register();
  } catch (error) {
    const isConcurrent = error instanceof ConcurrentRegistrationError || isUniqueViolation(error);
    if (!isConcurrent) throw error;
    return register(true).catch((again: unknown) => {
      throw (again instanceof ConcurrentRegistrationError && again.refusal) || again;
    });
  }
}

export type RegistrationRequest = {
  registration: Registration;
  principal: Principal;
  context: RequestContext;
  publicApps: PublicApps;
  /** Whether another registration came first before. */
  isRetry: boolean;
};

/** A version as registered, with what was found that did not stand in the way. */
export type Registered = { version: RecordedVersion; app: AddedApp; warnings: Warning[] };

/** Registers within a transaction. @throws as {@link registerApp}, and ConcurrentRegistrationError */
export async function registerInTransaction(
  stores: AppStores,
  request: RegistrationRequest,
): Promise<Registered> {
  const { registration, principal, context } = request;
  const { definition, warnings } = registration;
  const { organizationId } = principal;
  const found = await findAppOf(stores, organizationId, definition);
  const { name, registered: existing, unversioned } = found;
  const before = existing ?? unversioned;
  if (before) await refuseConflicts(stores, organizationId, before, definition);
  const app = existing ?? addedApp(found, organizationId, definition, request.isRetry);
  const inherited = await inheritedFields(stores, existing, definition.version);
  const operatorTags = before?.operatorTags ?? [];
  const version = newVersion(registration, app, inherited, operatorTags);
  // Sent together: none waits for the answer to another one.
  const [unknown, appId, createdAt] = await Promise.all([
    unknownDependencies(stores, organizationId, definition),
    existing
      ? updateApp(stores, existing, version)
      : addApp(stores, request, { app, unversioned }, version),
    stores.registrations.addVersion(name, version),
    stores.audit.record({
      actor: principal,
      action: 'app_version.registered',
      subject: appVersionId({ name, version: version.version }),
      organizationId,
      context,
      after: { version: version.version, visibility: app.visibility, identifier: app.identifier },
    }),
  ]);
  const at = { at: createdAt, before: existing?.version };
  await announceVersion(stores, { ...app, appId }, definition, at);
  const { blockedAt, blockedReason } = before ?? notBlocked;
  const recorded = {
    ...version,
    name,
    operatorTags,
    createdAt,
    updatedAt: createdAt,
    blockedAt,
    blockedReason,
    ...notWithdrawn,
  };
  const ofVersion = existing ? earlierVersion(definition, existing) : publicByDefault(definition);
  return { version: recorded, app, warnings: [...warnings, ...ofVersion, ...unknown] };
}

async function updateApp(
  { registrations }: AppStores,
  { appId, version: current, highestVersion }: LockedApp,
  version: NewVersion,
): Promise<bigint> {
  const highest = higherOf(version.precedence, highestVersion);
  if (becomesCurrent(version.precedence, current)) {
    await registrations.updateApp(appId, { ...version, precedence: highest });
  } else if (highest !== highestVersion) {
    await registrations.setHighestVersion(appId, highest);
  }
  return appId;
}

/**
 * @returns its id
 * @throws AppError with every reason for which the app cannot be added
 */
async function addApp(
  stores: AppStores,
  { registration, publicApps }: RegistrationRequest,
  { app, unversioned }: { app: AddedApp; unversioned: LockedApp | undefined },
  version: NewVersion,
): Promise<bigint> {
  const added = { ...app, shortName: shortName(app.name, app.organizationId) };
  const isKept = unversioned !== undefined && hadVersion(unversioned);
  const [identifier, name, appId] = await Promise.all([
    isKept
      ? keptIdentifierProblems(stores, app)
      : identifierProblems(stores, app, registration.definition),
    app.visibility === 'public' ? publicNameProblems(stores, app, publicApps) : [],
    unversioned
      ? stores.registrations.registerUnversioned(unversioned.appId, added, {
          ...version,
          precedence: isKept
            ? higherOf(version.precedence, unversioned.highestVersion)
            : version.precedence,
        })
      : stores.registrations.addApp(added, version),
  ]);
  refuse([...identifier, ...name]);
  return appId;
}

/** Public apps of one organization may share an identifier; a private app claims none. */
async function identifierProblems(
  stores: AppStores,
  app: AddedApp,
  definition: AppDefinition,
): Promise<Problem[]> {
  if (!(await isIdentifierTaken(stores, app))) return [];
  if (definition.identifier === undefined) throw new ConcurrentRegistrationError();
  return [identifierTaken(app.identifier)];
}

/** Of an app that had a version. No other identifier is generated for it. */
async function keptIdentifierProblems(stores: AppStores, app: AddedApp): Promise<Problem[]> {
  return (await isIdentifierTaken(stores, app)) ? [keptIdentifierTaken(app.identifier)] : [];
}

async function isIdentifierTaken(
  { registrations }: AppStores,
  { organizationId, visibility, identifier }: AddedApp,
): Promise<boolean> {
  const owner =
    visibility === 'public'
      ? await registrations.claimIdentifier(identifier, organizationId)
      : await registrations.findIdentifierOwner(identifier);
  return owner !== undefined && owner !== organizationId;
}

/** @throws AppError with the most severe refusal first, whose status is that of the response */
function refuse(problems: Problem[]): void {
  if (problems.length === 0) return;
  throw new AppError(problems.toSorted((one, other) => one.status - other.status));
}

async function refuseConflicts(
  { registrations }: AppStores,
  organizationId: string,
  app: LockedApp,
  { identifier, version }: AppDefinition,
): Promise<void> {
  if (app.organizationId !== organizationId) throw nameTaken(app.name);
  if (!hadVersion(app)) return;
  const precedence = precedenceOf(version);
  const order = compare(precedence, app.highestVersion);
  // No number above the highest was ever used.
  const isTaken = order <= 0 && (await registrations.isVersionUsed(app.appId, precedence));
  const problems: Problem[] = isTaken ? [versionTaken(app.name, precedence)] : [];
  if (identifier !== undefined && identifier !== app.identifier) {
    problems.push(identifierChanged(app.identifier));
  }
  if (problems.length > 0) throw new AppError(problems);
}
