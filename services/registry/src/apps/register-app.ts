import { type AppDefinition, type Problem, privateName, problem } from '@app-platform/contracts';
import { AppError, type RequestContext } from '@app-platform/service-kit';
import { compare } from 'semver';
import { namespacedAttributes } from '../attributes/namespaced-attributes.ts';
import type { Principal } from '../authentication/principal.ts';
import type { Stores } from '../database/database.ts';
import type { Dependencies } from '../dependencies.ts';
import { answerOnce } from '../idempotency/answer-once.ts';
import type { AppVersion, LockedApp } from './app-version.ts';
import { type AvailableApp, appVersionId, availableApp } from './available-app.ts';
import { newClientId } from './client-id.ts';
import { identifierForNewApp } from './identifier.ts';
import { precedenceOf } from './precedence.ts';

/** Every private name ends like this, so no public name may. */
const PRIVATE_SUFFIX = /_[0-9a-f]{24}$/;

export type Registration = {
  definition: AppDefinition;
  /** What was found in the definition that does not stand in the way of registering it. */
  warnings: Problem[];
  /** With it the same registration may be sent again. */
  idempotencyKey?: string;
};

export type RegistrationAnswer = { data: AvailableApp; meta?: { warnings: Problem[] } };

/**
 * Registers an app's first version, or a new version of it.
 * @throws AppError `duplicate`, `version_outdated`, `identifier_changed`, `invalid_definition`,
 *   `idempotency_key_reused`
 */
export async function registerApp(
  { database, clock }: Pick<Dependencies, 'database' | 'clock'>,
  principal: Principal,
  { idempotencyKey, ...registration }: Registration,
  context: RequestContext,
): Promise<RegistrationAnswer> {
  const { organizationId } = principal;
  return database.transaction((stores) => {
    const register = () => registerIn(stores, principal, registration, context);
    if (idempotencyKey === undefined) return register();
    const request = { operation: 'registerApp', definition: registration.definition };
    const once = { organizationId, key: idempotencyKey, request, now: clock() };
    return answerOnce(stores, once, register);
  });
}

async function registerIn(
  stores: Stores,
  principal: Principal,
  { definition, warnings }: Registration,
  context: RequestContext,
): Promise<RegistrationAnswer> {
  const name = await chooseName(stores, principal.organizationId, definition);
  const app = await openApp(stores, principal.organizationId, name, definition);
  const precedence = precedenceOf(definition.version);
  await refuseConflicts(stores, app, definition, precedence);
  const version = await addVersion(stores, app, definition, precedence, warnings);
  await stores.audit.record({
    actor: principal,
    action: 'app_version.registered',
    subject: appVersionId(version),
    organizationId: principal.organizationId,
    context,
    after: { version: version.version, visibility: app.visibility, identifier: app.identifier },
  });
  const meta = warnings.length > 0 ? { meta: { warnings } } : {};
  return { data: availableApp(version), ...meta };
}

/**
 * A later version may leave visibility out: it is then of the app that the organization has by
 * that `app` value. So `app` and `version` alone recover a broken app, private or public.
 */
async function chooseName(
  stores: Stores,
  organizationId: string,
  { app, visibility }: AppDefinition,
): Promise<string> {
  const ofPrivate = privateName(app, organizationId);
  if (visibility === 'private') return ofPrivate;
  if (visibility === undefined) {
    const owned = await stores.apps.ownedNames(organizationId, [app, ofPrivate]);
    if (owned.includes(app)) return app;
    if (owned.includes(ofPrivate)) return ofPrivate;
  }
  if (PRIVATE_SUFFIX.test(app)) {
    const detail = `'${app}' ends like the name of a private app. Choose another, or set visibility to private.`;
    throw new AppError(problem('invalid_definition', detail, { pointer: '/app' }));
  }
  return app;
}

/** The app of that name, created where there is none; either way it is locked. */
async function openApp(
  stores: Stores,
  organizationId: string,
  name: string,
  definition: AppDefinition,
): Promise<LockedApp> {
  const found = await stores.apps.lock(name);
  if (found) return ownedBy(organizationId, found);
  if (definition.title === undefined) {
    const detail = "The first version of an app needs a 'title', its name in the app directory.";
    throw new AppError(problem('invalid_definition', detail, { pointer: '/title' }));
  }
  const visibility = definition.visibility ?? 'public';
  const identifier = await identifierForNewApp(stores, organizationId, visibility, definition);
  const clientId = newClientId();
  const created = await stores.apps.create({
    name,
    organizationId,
    visibility,
    identifier,
    clientId,
  });
  if (created) return created;
  // Somebody else registered the first version in between: theirs is committed by now.
  const theirs = await stores.apps.lock(name);
  if (!theirs) throw new Error('an app conflicted by name and could not be found');
  return ownedBy(organizationId, theirs);
}

function ownedBy(organizationId: string, app: LockedApp): LockedApp {
  if (app.organizationId === organizationId) return app;
  const detail = `The app id '${app.name}' is taken. Choose one that is unique and submit again with the same version.`;
  throw new AppError(problem('duplicate', detail, { parameter: 'app' }));
}

async function refuseConflicts(
  stores: Stores,
  app: LockedApp,
  definition: AppDefinition,
  precedence: string,
): Promise<void> {
  const problems: Problem[] = [];
  const { highestVersion } = app;
  if (highestVersion !== null && compare(precedence, highestVersion) <= 0) {
    const taken =
      precedence === highestVersion || (await stores.apps.hasVersion(app.appId, precedence));
    problems.push(
      taken ? versionTaken(app, precedence) : versionOutdated(precedence, highestVersion),
    );
  }
  const { identifier } = definition;
  if (identifier !== undefined && identifier !== app.identifier) {
    const detail = `The identifier is '${app.identifier}' since the app's first version. Use it, or leave it out.`;
    problems.push(problem('identifier_changed', detail, { pointer: '/identifier' }));
  }
  if (problems.length > 0) throw new AppError(problems);
}

function versionTaken({ name }: LockedApp, version: string): Problem {
  const detail = `${name} ${version} is registered already. Choose another app id, or a higher version.`;
  return problem('duplicate', detail, { parameter: 'app' });
}

function versionOutdated(version: string, highestVersion: string): Problem {
  const detail = `${version} is not higher than ${highestVersion}, the highest version registered. Choose a higher one.`;
  return problem('version_outdated', detail, { pointer: '/version' }, { highestVersion });
}

async function addVersion(
  stores: Stores,
  app: LockedApp,
  definition: AppDefinition,
  precedence: string,
  warnings: Problem[],
): Promise<AppVersion> {
  const { title, redirectUris } = definition;
  const before =
    title === undefined || redirectUris === undefined
      ? await stores.apps.latestFields(app.appId)
      : undefined;
  const version = {
    version: definition.version,
    definition,
    title: title ?? before?.title ?? '',
    redirectUris: redirectUris ?? before?.redirectUris ?? [],
    dependencies: definition.dependencies ?? [],
    defects: warnings.filter(({ meta }) => meta?.blocksInstallation === true),
  };
  const added = await stores.apps.addVersion({
    ...version,
    appId: app.appId,
    precedence,
    description: definition.description ?? '',
    tags: definition.tags ?? [],
    attributes: namespacedAttributes(definition, app.identifier),
  });
  return { ...app, ...version, ...added, updatedAt: added.createdAt };
}
