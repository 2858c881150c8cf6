import { problem } from '@app-platform/contracts';
import { AppError } from '@app-platform/http-api';
import { type AppReference, namesMeant } from '../apps/find-app-version.ts';
import type { Principal } from '../authentication/principal.ts';
import type { AppLogStores } from './app-log-stores.ts';
import type { LoggedApp } from './logged-app-store.ts';

/**
 * The organization's app of a name, also one that has a draft alone.
 * @throws AppError `invalid_parameter`, `not_found` also for an app of another organization, `ambiguous_app`
 */
export async function findOwnApp(
  { apps }: AppLogStores,
  principal: Principal,
  reference: AppReference,
): Promise<LoggedApp> {
  const { text, visibility, source } = reference;
  const named = await apps.findOwn(principal.organizationId, namesMeant(reference, principal));
  const meant = named.filter(
    (one) => visibility === undefined || [visibility, 'draft'].includes(one.visibility),
  );
  const [app, other] = meant;
  if (app && other) {
    const detail = `'${text}' means ${app.name} and ${other.name}. Add ?visibility=private or ?visibility=public.`;
    throw new AppError(problem('ambiguous_app', detail, source, { candidates: meantOf(meant) }));
  }
  if (app) return app;
  const detail = `Your organization has no app '${text}'. See GET /v1/apps/available?owner=own.`;
  throw new AppError(problem('not_found', detail, source));
}

const meantOf = (apps: readonly { name: string; visibility: string }[]) =>
  apps.map(({ name, visibility }) => ({ name, visibility }));
