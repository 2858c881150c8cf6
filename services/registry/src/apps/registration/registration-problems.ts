import {
  type AppDefinition,
  parseDependency,
  privateName,
  registryRules,
  warningOf,
} from '@app-platform/app-definition';
import { type Problem, problem, type Warning } from '@app-platform/contracts';
import { AppError } from '@app-platform/http-api';
import { compare, prerelease } from 'semver';
import type { AppStores } from '../app-name-store.ts';
import type { LockedApp } from '../app-store.ts';
import { becomesCurrent, precedenceOf } from '../precedence.ts';

/** Another registration took a name or an identifier first. Registering again finds its app. */
export class ConcurrentRegistrationError extends Error {
  /** The answer where registering again finds no app either. */
  readonly refusal: AppError | undefined;

  constructor(refusal?: AppError) {
    super('another registration came first');
    this.refusal = refusal;
  }
}

export function titleMissing(): AppError {
  const detail =
    "The first version of an app needs a 'title', its name in the app directory. Add one.";
  return new AppError(problem('invalid_definition', detail, { pointer: '/title' }));
}

export function nameTaken(name: string): AppError {
  const detail = `The app id '${name}' is taken. Choose one that is unique and submit again with the same version.`;
  return new AppError(problem('duplicate', detail, { parameter: 'app' }));
}

/** @param other the app that the organization has by the same `app` value */
export function visibilityTaken({
  name,
  visibility,
}: Pick<LockedApp, 'name' | 'visibility'>): AppError {
  const detail = `Your organization has this app id already: the ${visibility} app '${name}'. Write "visibility": "${visibility}" for a new version of it, or choose another app id.`;
  return new AppError(problem('duplicate', detail, { parameter: 'app' }));
}

export function identifierTaken(identifier: string): Problem {
  const detail = `The identifier '${identifier}' is in use by another organization. Choose another, or leave it out to have one generated.`;
  return problem('duplicate', detail, { parameter: 'identifier' });
}

/** For an app that is registered again after all its versions were unpublished. */
export function keptIdentifierTaken(identifier: string): Problem {
  const detail = `The app has the identifier '${identifier}' since its first version, and public apps of another organization use it now. Set 'visibility' to 'private', or choose another app id.`;
  return problem('duplicate', detail, { parameter: 'identifier' });
}

export function nameReserved(name: string, pattern: string): Problem {
  const detail = `The app id '${name}' is reserved by the operator of this platform ('${pattern}'). Choose another, or ask the operator to reserve it for your organization.`;
  return problem('reserved_name', detail, { parameter: 'app' });
}

/** @param client of the platform itself */
export function nameOfOwnClient(name: string, client: string): Problem {
  const detail = `The app id '${name}' is reserved for '${client}', a client of this platform itself. Choose another.`;
  return problem('reserved_name', detail, { parameter: 'app' });
}

export function nameConfusable(name: string, existing: string): Problem {
  const detail = `The app id '${name}' looks like '${existing}', a public app of another organization. Choose one that nobody can confuse with it.`;
  return problem('confusable_name', detail, { parameter: 'app' }, { existing });
}

export function publisherNotVerified(): Problem {
  const detail =
    "Here a public app must come from a verified organization. Set 'visibility' to 'private', or ask the operator of this platform to verify your organization.";
  return problem('publisher_not_verified', detail, { pointer: '/visibility' });
}

export function versionTaken(name: string, version: string): Problem {
  const detail = `${name} ${version} is registered already. Choose another version, or another app id.`;
  return problem('duplicate', detail, { parameter: 'app' });
}

export function identifierChanged(identifier: string): Problem {
  const detail = `The identifier is '${identifier}' since the app's first version. Use it, or leave it out.`;
  return problem('identifier_changed', detail, { pointer: '/identifier' });
}

/** The app of a first version becomes public although its definition does not say so. */
export function publicByDefault({ visibility }: AppDefinition): Warning[] {
  if (visibility !== undefined) return [];
  const detail =
    'The app is public: every organization sees it and can install it. To keep it to your own organization, register it under another app id with "visibility": "private". If it is to be public, write "visibility": "public".';
  return [warningOf(registryRules.publicByDefault, detail, '/visibility', false)];
}

/** A version below the current one: a fix for organizations that stay there, or a mistyped number. */
export function earlierVersion(
  { version }: AppDefinition,
  { version: current }: Pick<LockedApp, 'version'>,
): Warning[] {
  if (becomesCurrent(precedenceOf(version), current)) return [];
  if (prerelease(version) !== null && compare(version, current) > 0) return [];
  const detail = `${version} is lower than ${current}, which stays the current version. Organizations that have an earlier version installed may upgrade to ${version}.`;
  return [warningOf(registryRules.earlierVersion, detail, '/version', false)];
}

/** The dependencies that no app provides which the organization sees. */
export async function unknownDependencies(
  { appNames }: Pick<AppStores, 'appNames'>,
  organizationId: string,
  { dependencies = [] }: AppDefinition,
): Promise<Warning[]> {
  if (dependencies.length === 0) return [];
  const names = dependencies.map((one) => parseDependency(one).name);
  const ofPrivate = (name: string) => privateName(name, organizationId);
  const asked = new Set(names.flatMap((name) => [name, ofPrivate(name)]));
  const visible = await appNames.visible(organizationId, [...asked]);
  return names.flatMap((name, index) => {
    if (visible.has(name)) return [];
    const hint = visible.has(ofPrivate(name))
      ? `Did you mean '${ofPrivate(name)}'?`
      : 'Correct the name, or register that app first.';
    const detail = `Your organization sees no app '${name}'. Installation is refused until it does. ${hint}`;
    return [warningOf(registryRules.unknownDependency, detail, `/dependencies/${index}`, false)];
  });
}
