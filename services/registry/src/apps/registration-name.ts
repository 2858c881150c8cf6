import { type AppDefinition, privateName } from '@app-platform/app-definition';
import { problem } from '@app-platform/contracts';
import { AppError } from '@app-platform/http-api';
import type { LockedApp } from './app-store.ts';
import { visibilityTaken } from './registration-refusals.ts';

/** Every private name ends like this, so no public name may. */
const PRIVATE_SUFFIX = /_[0-9a-f]{24}$/;

/** The `app` value without the suffix of the organization's private names. */
export function shortName(app: string, organizationId: string): string {
  const suffix = `_${organizationId}`;
  return app.endsWith(suffix) ? app.slice(0, -suffix.length) : app;
}

/** The names of the public and the private app of a definition. An organization has one of the two. */
export function possibleNames(organizationId: string, { app }: AppDefinition): string[] {
  return [shortName(app, organizationId), privateName(app, organizationId)];
}

/**
 * A later version may leave visibility out: it is then of the app that the organization has by
 * that `app` value. So `app` and `version` alone recover a broken app, private or public.
 * @throws AppError `duplicate` where the organization has the app in the other visibility;
 *   `invalid_definition` for a public name that ends like a private one
 */
export function chooseName(
  organizationId: string,
  definition: AppDefinition,
  found: readonly LockedApp[],
): string {
  const { visibility } = definition;
  const ofPrivate = privateName(definition.app, organizationId);
  // A private app may have the other's short name where the `app` value itself ends in the suffix.
  const owned = found.filter(
    (one) =>
      one.visibility !== 'draft' &&
      one.organizationId === organizationId &&
      (one.visibility === 'private') === (one.name === ofPrivate),
  );
  const name = nameOf(organizationId, definition, owned);
  const isOwned = owned.some((one) => one.name === name);
  const mayBePrivate = visibility === 'private' || (visibility === undefined && isOwned);
  if (!mayBePrivate && PRIVATE_SUFFIX.test(name)) {
    const detail = `'${name}' ends like the name of a private app. Choose another, or set visibility to private.`;
    throw new AppError(problem('invalid_definition', detail, { pointer: '/app' }));
  }
  const [other] = owned;
  // Where both exist since before the rule, each goes on.
  if (other && !isOwned) throw visibilityTaken(other);
  return name;
}

function nameOf(
  organizationId: string,
  { app, visibility }: AppDefinition,
  owned: readonly LockedApp[],
): string {
  const ofPrivate = privateName(app, organizationId);
  if (visibility === 'private') return ofPrivate;
  const isOwned = (name: string) => owned.some((one) => one.name === name);
  return visibility === undefined && !isOwned(app) && isOwned(ofPrivate) ? ofPrivate : app;
}
