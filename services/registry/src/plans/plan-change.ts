import { randomUUID } from 'node:crypto';
import type { Visibility } from '@app-platform/app-definition';
import { problem } from '@app-platform/contracts';
import { AppError, type RequestContext } from '@app-platform/http-api';
import type { AppVersion } from '../apps/app-store.ts';
import { findAppVersion } from '../apps/find-app-version.ts';
import type { Principal } from '../authentication/principal.ts';
import type { Dependencies } from '../dependencies.ts';
import { draftOf } from '../drafts/find-draft.ts';
import { changeInstallations } from '../installations/change-installations.ts';
import { findInstallation } from '../installations/find-installation.ts';
import type { Change } from '../installations/install-version.ts';
import { countGrants } from './count-grants.ts';
import { type Move, makePlan } from './make-plan.ts';
import type { Plan, PlannedChoice } from './plan-store.ts';

const KEPT_MILLISECONDS = 86_400_000;

export type PlanRequest = {
  /** A name, without version. */
  app: string;
  /** A version; null to uninstall; left out for the current version. */
  to?: string | null;
  visibility?: Visibility;
  /** Plans the installation of the organization's draft. */
  draft?: boolean;
} & PlannedChoice;

export type KeptPlan = { id: string; plan: Plan; expiresAt: Date };

/**
 * Tells what a change of an app's installation would do, and keeps that, so that the change can be
 * bound to it.
 * @throws AppError `not_found`, `ambiguous_app`; `invalid_body` for an app with a version, and for a
 *   choice that does not fit
 */
export async function planChange(
  dependencies: Dependencies,
  principal: Principal,
  request: PlanRequest,
  context: RequestContext,
): Promise<KeptPlan> {
  if (request.app.includes('-')) throw namesVersion(request.app);
  if (request.to === null) refuseChoice(request);
  const { withDependencies, roles } = request;
  const activeGrants = await countGrants(dependencies, principal, request);
  return changeInstallations(dependencies, principal, context, async (change) => {
    const plan = await makePlan(change, {
      ...(await findMove(change, request)),
      ...{ activeGrants, withDependencies, roles },
    });
    const id = randomUUID();
    const expiresAt = new Date(change.at.getTime() + KEPT_MILLISECONDS);
    const { organizationId } = principal;
    await change.stores.plans.keep({ id, organizationId, plan, expiresAt }, change.at);
    return { id, plan, expiresAt };
  });
}

async function findMove(
  change: Change,
  { app: name, to, visibility, draft = false }: PlanRequest,
): Promise<Omit<Move, 'activeGrants'>> {
  const source = { pointer: '/app' };
  if (to === null) {
    return { installation: await findInstallation(change, { text: name, visibility, source }) };
  }
  const version = draft
    ? await draftOf(change, name)
    : await findTarget(change, { name, to, visibility });
  return {
    installation: change.installed.find(({ appId }) => appId === version.appId),
    version,
  };
}

function findTarget(
  { stores, principal }: Change,
  {
    name,
    to,
    visibility,
  }: { name: string; to: string | undefined; visibility: Visibility | undefined },
): Promise<AppVersion> {
  const text = to === undefined ? name : `${name}-${to}`;
  const reference = { text, visibility, source: { pointer: to === undefined ? '/app' : '/to' } };
  return findAppVersion(stores, principal, reference);
}

/** @throws AppError `invalid_body` */
function refuseChoice({ withDependencies, roles }: PlannedChoice): void {
  const given = Object.entries({ withDependencies, roles }).find(
    ([, value]) => value !== undefined,
  );
  if (!given) return;
  const detail = `'${given[0]}' is for installations. Remove it, or name a version in \`to\`.`;
  throw new AppError(problem('invalid_body', detail, { pointer: `/${given[0]}` }));
}

function namesVersion(text: string): AppError {
  const [name] = text.split('-');
  const detail = `Name the app alone, and its version in \`to\`: {"app":"${name}","to":"${text.slice(text.indexOf('-') + 1)}"}.`;
  return new AppError(problem('invalid_body', detail, { pointer: '/app' }));
}
