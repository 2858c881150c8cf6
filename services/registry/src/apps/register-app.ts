import { type AppDefinition, type Problem, privateName, problem } from '@app-platform/contracts';
import { AppError, type RequestContext } from '@app-platform/service-kit';
import { compare } from 'semver';
import { namespacedAttributes } from '../attributes/namespaced-attributes.ts';
import type { Principal } from '../authentication/principal.ts';
import type { Database, Stores } from '../database/database.ts';
import type { AppVersion, LockedApp } from './app-version.ts';
import { appVersionId } from './available-app.ts';
import { newClientId } from './client-id.ts';
import { identifierForNewApp } from './identifier.ts';
import { precedenceOf } from './precedence.ts';

/** Every private name ends like this, so no public name may. */
const PRIVATE_SUFFIX = /_[0-9a-f]{24}$/;

/**
 * Registers an app's first version, or a new version of it.
 * @param warnings what was found in the definition that does not stand in the way of registering it
 * @throws AppError `duplicate`, `version_outdated`, `identifier_changed`, `invalid_definition`
 */
export async function registerApp(
  database: Database,
  principal: Principal,
  { definition, warnings }: { definition: AppDefinition; warnings: Problem[] },
  context: RequestContext,
): Promise<AppVersion> {
  return database.transaction(async (stores) => {
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
    return version;
  });
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
