import { type AppDefinition, type Problem, privateName, problem } from '@app-platform/contracts';
import { AppError, type RequestContext } from '@app-platform/service-kit';
import { compare } from 'semver';
import { namespacedAttributes } from '../attributes/namespaced-attributes.ts';
import type { AuditEvent } from '../audit/audit-store.ts';
import type { Principal } from '../authentication/principal.ts';
import type { Stores } from '../database/database.ts';
import type { Dependencies } from '../dependencies.ts';
import { answerOnce } from '../idempotency/answer-once.ts';
import type { App, NewApp, NewVersion, RecordedVersion, RegisteredApp } from './app-version.ts';
import { type AvailableApp, appVersionId, availableApp } from './available-app.ts';
import { newClientId } from './client-id.ts';
import { generateIdentifier } from './identifier.ts';
import { precedenceOf } from './precedence.ts';
import { Overtaken, type RegistrationFindings } from './registration-store.ts';

const PRIVATE_SUFFIX = /_[0-9a-f]{24}$/;

export type Registration = {
  definition: AppDefinition;
  /** The definition as it was sent, which is what is kept. */
  definitionText: string;
  /** What was found in the definition that does not stand in the way of registering it. */
  warnings: Problem[];
  /** With it the same registration may be sent again. */
  idempotencyKey?: string;
};

export type RegistrationAnswer = { data: AvailableApp; meta?: { warnings: Problem[] } };

/**
 * Registers an app's first version, or a new version of it. What is found need not be locked,
 * because nothing is written where it does not hold any more; only who is overtaken then locks it.
 * @throws AppError `duplicate`, `version_outdated`, `identifier_changed`, `invalid_definition`,
 *   `idempotency_key_reused`
 */
export async function registerApp(
  { database, clock }: Pick<Dependencies, 'database' | 'clock'>,
  principal: Principal,
  registration: Registration,
  context: RequestContext,
): Promise<RegistrationAnswer> {
  const { organizationId } = principal;
  const { idempotencyKey: key, definition } = registration;
  const change = (stores: Stores, isLocked: boolean) => {
    const register = () => registerIn(stores, { registration, principal, context, isLocked });
    if (key === undefined) return register();
    const request = { operation: 'registerApp', definition };
    return answerOnce(stores, { organizationId, key, request, now: clock() }, register);
  };
  try {
    return await (key === undefined
      ? change(database, false)
      : database.transaction((stores) => change(stores, false)));
  } catch (error) {
    if (!(error instanceof Overtaken)) throw error;
    return database.transaction((stores) => change(stores, true));
  }
}

type Request = {
  registration: Registration;
  principal: Principal;
  context: RequestContext;
  /** Whether the app, where it exists, is to be locked first. */
  isLocked: boolean;
};

async function registerIn(stores: Stores, request: Request): Promise<RegistrationAnswer> {
  const { registration, principal, isLocked } = request;
  const names = possibleNames(principal.organizationId, registration.definition);
  if (isLocked) for (const name of names) await stores.apps.lock(name);
  const first = await addFirst(stores, request, names);
  const version = 'apps' in first ? await addLater(stores, request, first) : first;
  const { warnings } = registration;
  const meta = warnings.length > 0 ? { meta: { warnings } } : {};
  return { data: availableApp(version), ...meta };
}

/** @returns what is there, where this is not an app's first version or cannot be one */
async function addFirst(
  { registrations }: Stores,
  request: Request,
  names: string[],
): Promise<RecordedVersion | RegistrationFindings> {
  const { definition } = request.registration;
  const { organizationId } = request.principal;
  const { app, title, visibility = 'public' } = definition;
  const identifier = definition.identifier ?? generateIdentifier();
  const name = visibility === 'private' ? privateName(app, organizationId) : app;
  if (title === undefined || isReserved(name, visibility)) {
    return registrations.find({ names, precedence: precedenceOf(definition.version), identifier });
  }
  const clientId = newClientId();
  const created: NewApp = { name, organizationId, visibility, identifier, clientId };
  const version = newVersion(request.registration, created);
  const event = eventOf(request, created, version);
  const added = await registrations.addFirst(created, names, version, event);
  if ('apps' in added) return added;
  return { ...created, ...version, ...added, updatedAt: added.createdAt };
}

async function addLater(
  { registrations }: Stores,
  request: Request,
  found: RegistrationFindings,
): Promise<RecordedVersion> {
  const { definition } = request.registration;
  const { organizationId } = request.principal;
  const name = chooseName(organizationId, definition, found.apps);
  const app = found.apps.find((one) => one.name === name);
  if (!app) throw refusalOfFirst(definition);
  refuseConflicts(organizationId, app, definition);
  const version = newVersion(request.registration, app, app);
  const event = eventOf(request, app, version);
  const added = await registrations.addLater(app, version, event);
  return { ...app, ...version, ...added, updatedAt: added.createdAt };
}

function eventOf(
  { principal, context }: Request,
  { name, visibility, identifier }: NewApp,
  { version }: NewVersion,
): AuditEvent {
  return {
    actor: principal,
    action: 'app_version.registered',
    subject: appVersionId({ name, version }),
    organizationId: principal.organizationId,
    context,
    after: { version, visibility, identifier },
  };
}

/** Every private name ends like this, so no public name may. */
function isReserved(name: string, visibility: App['visibility']): boolean {
  return visibility === 'public' && PRIVATE_SUFFIX.test(name);
}

function possibleNames(organizationId: string, { app, visibility }: AppDefinition): string[] {
  const ofPrivate = privateName(app, organizationId);
  if (visibility === 'private') return [ofPrivate];
  return visibility === 'public' ? [app] : [...new Set([app, ofPrivate])];
}

/**
 * A later version may leave visibility out: it is then of the app that the organization has by
 * that `app` value. So `app` and `version` alone recover a broken app, private or public.
 */
function chooseName(
  organizationId: string,
  { app, visibility }: AppDefinition,
  found: RegisteredApp[],
): string {
  const ofPrivate = privateName(app, organizationId);
  if (visibility === 'private') return ofPrivate;
  if (visibility === undefined) {
    const owned = found.filter((one) => one.organizationId === organizationId);
    if (owned.some(({ name }) => name === app)) return app;
    if (owned.some(({ name }) => name === ofPrivate)) return ofPrivate;
  }
  if (isReserved(app, 'public')) {
    const detail = `'${app}' ends like the name of a private app. Choose another, or set visibility to private.`;
    throw new AppError(problem('invalid_definition', detail, { pointer: '/app' }));
  }
  return app;
}

/** Why an app's first version was not added, where no app of its name is there. */
function refusalOfFirst({ title, identifier }: AppDefinition): Error {
  if (title === undefined) {
    const detail = "The first version of an app needs a 'title', its name in the app directory.";
    return new AppError(problem('invalid_definition', detail, { pointer: '/title' }));
  }
  if (identifier === undefined) return new Overtaken('the generated identifier is taken');
  const detail = `The identifier '${identifier}' is in use by another organization. Choose another, or leave it out to have one generated.`;
  return new AppError(problem('duplicate', detail, { parameter: 'identifier' }));
}

function refuseConflicts(
  organizationId: string,
  app: RegisteredApp,
  { identifier, version }: AppDefinition,
): void {
  const precedence = precedenceOf(version);
  if (app.organizationId !== organizationId) {
    const detail = `The app id '${app.name}' is taken. Choose one that is unique and submit again with the same version.`;
    throw new AppError(problem('duplicate', detail, { parameter: 'app' }));
  }
  const problems: Problem[] = [];
  if (app.hasVersion) problems.push(versionTaken(app, precedence));
  else if (compare(precedence, app.highestVersion) < 0) {
    problems.push(versionOutdated(precedence, app.highestVersion));
  }
  if (identifier !== undefined && identifier !== app.identifier) {
    const detail = `The identifier is '${app.identifier}' since the app's first version. Use it, or leave it out.`;
    problems.push(problem('identifier_changed', detail, { pointer: '/identifier' }));
  }
  if (problems.length > 0) throw new AppError(problems);
}

function versionTaken({ name }: RegisteredApp, version: string): Problem {
  const detail = `${name} ${version} is registered already. Choose another app id, or a higher version.`;
  return problem('duplicate', detail, { parameter: 'app' });
}

function versionOutdated(version: string, highestVersion: string): Problem {
  const detail = `${version} is not higher than ${highestVersion}, the highest version registered. Choose a higher one.`;
  return problem('version_outdated', detail, { pointer: '/version' }, { highestVersion });
}

/** @param before the app, where this is not its first version */
function newVersion(
  { definition, definitionText, warnings }: Registration,
  { identifier }: NewApp,
  before?: RegisteredApp,
): NewVersion {
  return {
    version: definition.version,
    precedence: precedenceOf(definition.version),
    definition,
    definitionText,
    title: definition.title ?? before?.title ?? '',
    description: definition.description ?? '',
    tags: definition.tags ?? [],
    dependencies: definition.dependencies ?? [],
    redirectUris: definition.redirectUris ?? before?.redirectUris ?? [],
    defects: warnings.filter(({ meta }) => meta?.blocksInstallation === true),
    attributes: namespacedAttributes(definition, identifier),
  };
}
