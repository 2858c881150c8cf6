import { type Problem, problem } from '@app-platform/contracts';
import { AppError } from '@app-platform/http-api';

export function titleMissing(): AppError {
  const detail = "The first version of an app needs a 'title', its name in the app directory.";
  return new AppError(problem('invalid_definition', detail, { pointer: '/title' }));
}

export function nameTaken(name: string): AppError {
  const detail = `The app id '${name}' is taken. Choose one that is unique and submit again with the same version.`;
  return new AppError(problem('duplicate', detail, { parameter: 'app' }));
}

export function identifierTaken(identifier: string): AppError {
  const detail = `The identifier '${identifier}' is in use by another organization. Choose another, or leave it out to have one generated.`;
  return new AppError(problem('duplicate', detail, { parameter: 'identifier' }));
}

export function versionTaken(name: string, version: string): Problem {
  const detail = `${name} ${version} is registered already. Choose another app id, or a higher version.`;
  return problem('duplicate', detail, { parameter: 'app' });
}

export function versionOutdated(version: string, highestVersion: string): Problem {
  const detail = `${version} is not higher than ${highestVersion}, the highest version registered. Choose a higher one.`;
  return problem('version_outdated', detail, { pointer: '/version' }, { highestVersion });
}

export function identifierChanged(identifier: string): Problem {
  const detail = `The identifier is '${identifier}' since the app's first version. Use it, or leave it out.`;
  return problem('identifier_changed', detail, { pointer: '/identifier' });
}
