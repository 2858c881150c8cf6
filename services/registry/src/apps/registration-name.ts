import { type AppDefinition, privateName } from '@app-platform/app-definition';
import { problem } from '@app-platform/contracts';
import { AppError } from '@app-platform/http-api';
import type { LockedApp } from './app-store.ts';

/** Every private name ends like this, so no public name may. */
const PRIVATE_SUFFIX = /_[0-9a-f]{24}$/;

/** The names that the app of a definition may have. */
export function possibleNames(
  organizationId: string,
  { app, visibility }: AppDefinition,
): string[] {
  const ofPrivate = privateName(app, organizationId);
  if (visibility === 'private') return [ofPrivate];
  return visibility === 'public' ? [app] : [...new Set([app, ofPrivate])];
}

/**
 * A later version may leave visibility out: it is then of the app that the organization has by
 * that `app` value. So `app` and `version` alone recover a broken app, private or public.
 * @throws AppError `invalid_definition` for a public name that ends like a private one
 */
export function chooseName(
  organizationId: string,
  { app, visibility }: AppDefinition,
  found: readonly LockedApp[],
): string {
  const ofPrivate = privateName(app, organizationId);
  if (visibility === 'private') return ofPrivate;
  if (visibility === undefined) {
    const owned = found.filter((one) => one.organizationId === organizationId);
    if (owned.some(({ name }) => name === app)) return app;
    if (owned.some(({ name }) => name === ofPrivate)) return ofPrivate;
  }
  if (PRIVATE_SUFFIX.test(app)) {
    const detail = `'${app}' ends like the name of a private app. Choose another, or set visibility to private.`;
    throw new AppError(problem('invalid_definition', detail, { pointer: '/app' }));
  }
  return app;
}
