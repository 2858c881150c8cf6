import { type AppDefinition, secretProblems, secretWarnings } from '@app-platform/app-definition';
import type { Problem, Warning } from '@app-platform/contracts';
import { AppError, answerOnce, type JsonText, type RequestContext } from '@app-platform/http-api';
import type { Clock, KeyEncryption } from '@app-platform/runtime';
import { type IdempotentAnswerStore, isUniqueViolation } from '@app-platform/runtime/database';
import { compare } from 'semver';
import { callerOf, type Principal } from '../../authentication/principal.ts';
import type { Database } from '../../database/database.ts';
import type { LockedApp, RecordedVersion } from '../app-store.ts';
import { type AvailableAppResponse, appVersionId, availableAppResponse } from '../available-app.ts';
import { becomesCurrent, higherOf, precedenceOf } from '../precedence.ts';
import { notBlocked, notWithdrawn } from '../status.ts';
import { type AddedWebhook, announceVersion } from './announce-version.ts';
import {
  type AddedApp,
  type AppOfDefinition,
  addedApp,
  findAppOf,
  hadVersion,
  shortName,
} from './app-of-definition.ts';
import { inheritedFields, newVersion, type Registration } from './new-version.ts';
import { refuseBeyondOwnApp } from './own-app.ts';
import { type PublicApps, publicNameProblems } from './public-names.ts';
import {
  ConcurrentRegistrationError,
  earlierVersion,
  identifierChanged,
  identifierTaken,
  keptIdentifierTaken,
  nameTaken,
  publicByDefault,
  unknownDependencies,
  versionTaken,
} from './registration-problems.ts';
import type { NewVersion, RegistrationStores } from './registration-store.ts';

export type RegistrationDependencies = {
  database: Database<RegistrationStores & { idempotentAnswers: IdempotentAnswerStore }>;
  clock: Clock;
  /** Whose apps may be public; anyone's where it is left out. */
  publicApps?: PublicApps;
  webhooks: { encryption: KeyEncryption };
};

/**
 * Registers an app's first version, or a new version of it.
 * @returns the answer as JSON
 * @throws AppError `forbidden` for the access token of another app, or one that adds access to its own;
 *   `duplicate`, `identifier_changed`, `invalid_definition`, `secret_in_definition`, `reserved_name`, `confusable_name`, `publisher_not_verified`, `idempotency_key_reused`
 */
export async function registerApp(
  { database, clock, publicApps = 'anyone', webhooks }: RegistrationDependencies,
  principal: Principal,
  registration: Registration,
  context: RequestContext,
): Promise<JsonText<AvailableAppResponse>> {
  const { organizationId } = principal;
  const { idempotencyKey: key, definition } = registration;
  const register = (isRetry = false) =>
    database.transaction((stores) => {
      const change = async () => {
        await refuseBeyondOwnApp(stores, principal, definition);
        const { encryption } = webhooks;
        const at = clock();
        const request = { registration, principal, context, publicApps, encryption, at, isRetry };
        const found = await findAppOf(stores, organizationId, definition);
        const { version, warnings, added } = await registerInTransaction(stores, request, found);
        return availableAppResponse(version, warnings, added);
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
  /** Encrypts the secrets of webhooks. */
  encryption: KeyEncryption;
  /** When the event happens. */
  at: Date;
  /** Whether another registration came first before. */
  isRetry: boolean;
};

/** A version as registered, with what was found that did not stand in the way. */
export type Registered = {
  version: RecordedVersion;
  app: AddedApp;
  warnings: Warning[];
  /** The webhooks that it added. */
  added: AddedWebhook[];
};

/** Registers within a transaction. @throws as {@link registerApp}, and ConcurrentRegistrationError */
export async function registerInTransaction(
  stores: RegistrationStores,
  request: RegistrationRequest,
  ofDefinition: AppOfDefinition,
): Promise<Registered> {
  const { registration, principal, context } = request;
  const { definition } = registration;
  const { organizationId } = principal;
  const { name, registered: existing, unversioned } = ofDefinition;
  const before = existing ?? unversioned;
  await refuseConflicts(stores, organizationId, before, registration);
  const app = existing ?? addedApp(ofDefinition, organizationId, definition, request.isRetry);
  const inherited = await inheritedFields(stores, existing, definition.version);
  const operatorTags = before?.operatorTags ?? [];
  const version = newVersion(registration, app, inherited, operatorTags);
  const announced = { at: request.at, before: existing?.version, encryption: request.encryption };
  const announce = (appId?: bigint) =>
    announceVersion(
      stores,
      { ...app, ...(appId !== undefined && { appId }) },
      definition,
      announced,
    );
  const isAnnouncedLater = !existing && (definition.lifecycleWebhooks?.length ?? 0) > 0;
  // Sent together: none waits for the answer to another one.
  const [unknown, appId, createdAt, , announcement] = await Promise.all([
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
    isAnnouncedLater ? undefined : announce(existing?.appId),
  ]);
  const added = announcement ?? (await announce(appId));
  for (const { id: subject } of added) {
    const row = { actor: principal, subject, organizationId, context };
    await stores.audit.record({ ...row, action: 'webhook_secret.generated' });
  }
  const warnings = warningsAbout(registration, existing, unknown);
  return { version: recordedVersion(name, version, before, createdAt), app, warnings, added };
}

function recordedVersion(
  name: string,
  version: NewVersion,
  before: LockedApp | undefined,
  createdAt: Date,
): RecordedVersion {
  const { blockedAt, blockedReason } = before ?? notBlocked;
  const operatorTags = before?.operatorTags ?? [];
  const times = { createdAt, updatedAt: createdAt };
  return { ...version, name, operatorTags, ...times, blockedAt, blockedReason, ...notWithdrawn };
}

async function updateApp(
  { registrations }: RegistrationStores,
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
  stores: RegistrationStores,
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
  stores: RegistrationStores,
  app: AddedApp,
  definition: AppDefinition,
): Promise<Problem[]> {
  if (!(await isIdentifierTaken(stores, app))) return [];
  if (definition.identifier === undefined) throw new ConcurrentRegistrationError();
  return [identifierTaken(app.identifier)];
}

/** An app that had a version keeps its identifier: no other one is generated. */
async function keptIdentifierProblems(
  stores: RegistrationStores,
  app: AddedApp,
): Promise<Problem[]> {
  return (await isIdentifierTaken(stores, app)) ? [keptIdentifierTaken(app.identifier)] : [];
}

async function isIdentifierTaken(
  { registrations }: RegistrationStores,
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

function warningsAbout(
  { definition, warnings, secrets }: Registration,
  existing: LockedApp | undefined,
  unknown: readonly Warning[],
): Warning[] {
  const ofVersion = existing ? earlierVersion(definition, existing) : publicByDefault(definition);
  return [...warnings, ...secretWarnings(secrets), ...ofVersion, ...unknown];
}

/** The secrets of a public app. A later version that does not say has the visibility of the app. */
function leakProblems(
  { definition, secrets }: Registration,
  app: LockedApp | undefined,
): Problem[] {
  const ofApp = app && app.visibility !== 'draft' ? app.visibility : undefined;
  const visibility = ofApp ?? definition.visibility ?? 'public';
  return visibility === 'public' ? secretProblems(secrets) : [];
}

async function refuseConflicts(
  { registrations }: RegistrationStores,
  organizationId: string,
  app: LockedApp | undefined,
  registration: Registration,
): Promise<void> {
  const problems: Problem[] = [];
  if (app && app.organizationId !== organizationId) throw nameTaken(app.name);
  if (app && hadVersion(app)) {
    const { identifier, version } = registration.definition;
    const precedence = precedenceOf(version);
    const order = compare(precedence, app.highestVersion);
    // No number above the highest was ever used.
    const isTaken = order <= 0 && (await registrations.isVersionUsed(app.appId, precedence));
    if (isTaken) problems.push(versionTaken(app.name, precedence));
    if (identifier !== undefined && identifier !== app.identifier) {
      problems.push(identifierChanged(app.identifier));
    }
  }
  problems.push(...leakProblems(registration, app));
  if (problems.length > 0) throw new AppError(problems);
}
