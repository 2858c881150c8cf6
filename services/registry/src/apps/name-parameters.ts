import type { Visibility } from '@app-platform/app-definition';
import type { Parameter } from '@app-platform/http-api';

export const appVersionParameter: Parameter = {
  name: 'appVersion',
  in: 'path',
  description: '`<name>-<version>`, or `<name>-latest` or `<name>` for the current version.',
  schema: { type: 'string' },
};

export const nameParameter: Parameter = {
  name: 'name',
  in: 'path',
  description: "The app's name; for a private app `<app>_<orgId>`.",
  schema: { type: 'string' },
};

export const visibilities = ['private', 'public'] as const satisfies readonly Visibility[];

export const visibilityParameter: Parameter = {
  name: 'visibility',
  in: 'query',
  description: "Chooses between the organization's private app and a public app of the same name.",
  schema: { type: 'string', enum: visibilities },
};

/** @param parameters checked by {@link visibilityParameter} */
export function visibilityOf({
  visibility,
}: {
  [name: string]: string | number | undefined;
}): Visibility | undefined {
  return visibility as Visibility | undefined;
}
