import { type Problem, problem } from '@app-platform/contracts';
import { AppError } from '@app-platform/http-api';
import type { LockedApp } from './app-store.ts';

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

/** Of an app that comes back after all its versions were unpublished. */
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
