import { randomUUID } from 'node:crypto';
import { privateName, type Visibility } from '@app-platform/app-definition';
import { problem, roles } from '@app-platform/contracts';
import { AppError, type RequestContext, type Route } from '@app-platform/http-api';
import { component, record, response, time } from '@app-platform/http-api/schemas';
import type { Logger } from '@app-platform/runtime';
import { type Static, Type } from '@sinclair/typebox';
import type { AppVersion } from '../../apps/app-store.ts';
import { draftOf } from '../../apps/drafts/find-draft.ts';
import { findAppVersion, VisibilityChoice } from '../../apps/find-app-version.ts';
import { defineRoute, type Principal } from '../../authentication/principal.ts';
import type { OauthClient } from '../../oauth-client/oauth-client.ts';
import {
  type Change,
  changeInstallations,
  findInstallation,
  type InstallationDependencies,
} from '../change-installations.ts';
import { RoleChoice } from '../dependencies/role-choice.ts';
import type { PlanStore } from '../plan-store.ts';
import { type Move, makePlan } from './make-plan.ts';
import { effects, type Plan, type PlannedChoice } from './plan.ts';

const PlanRequest = Type.Object(
  {
    app: Type.String({ description: 'A name, without version.', minLength: 1, maxLength: 256 }),
    to: Type.Optional(
      Type.Unsafe<string | null>({
        description: 'A version; null to uninstall. Left out: the current version.',
        type: ['string', 'null'],
        minLength: 1,
        maxLength: 256,
      }),
    ),
    draft: Type.Optional(
      Type.Boolean({ description: "Plans to install the organization's draft." }),
    ),
    withDependencies: Type.Optional(
      Type.Boolean({
        description: 'Plans to install the missing dependencies too. `apps` lists them.',
      }),
    ),
    roles: Type.Optional(RoleChoice),
    visibility: Type.Optional(VisibilityChoice),
  },
  { additionalProperties: false },
);

type PlanRequest = Static<typeof PlanRequest>;

const PlanResponse = component(
  'PlanResponse',
  response(
    component(
      'Plan',
      record(
        'plan',
        Type.Object({ ...effects, expiresAt: time('Until when the plan can be used.') }),
      ),
    ),
  ),
);

/** Planning a change of an installation. */
export function planRoutes(dependencies: PlanDependencies): Route<Principal>[] {
  return [
    defineRoute({
      method: 'post',
      path: '/v1/apps/plan',
      operationId: 'planChange',
      changesNothing: true,
      summary: 'What installing, upgrading or uninstalling an app would do here',
      description:
        'The plan is kept for a day. With its id an installation or uninstallation is refused (409 `plan_outdated`) where it would do something else by then.',
      access: { all: [roles.apps] },
      credentials: 'app',
      body: PlanRequest,
      responses: { 200: { description: 'Planned.', schema: PlanResponse } },
      refusals: ['invalid_body', 'invalid_parameter', 'not_found', 'ambiguous_app'],
      handle: async ({ principal, body, context }) => {
        const kept = await planChange(dependencies, principal, body, context);
        const { id, plan, expiresAt } = kept;
        const { choice: _, ...planned } = plan;
        const data = { type: 'plan' as const, id, attributes: { ...planned, expiresAt } };
        return { status: 200, body: { data } };
      },
    }),
  ];
}

const KEPT_MILLISECONDS = 86_400_000;

export type PlanDependencies = InstallationDependencies & {
  /** Left out where there is no OAuth service. */
  oauthClient?: OauthClient;
  logger: Logger;
};

type KeptPlan = { id: string; plan: Plan; expiresAt: Date };

/**
 * Plans a change of an app's installation, and stores the plan, so that the change can be bound to it.
 * @param owner who alone may carry it out; left out for the whole organization
 * @throws AppError `not_found`, `ambiguous_app`; `invalid_body` for an app with a version, and for a
 *   choice that does not fit
 */
export async function planChange(
  dependencies: PlanDependencies,
  principal: Principal,
  request: PlanRequest,
  context: RequestContext,
  owner?: object,
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
    const { plans } = change.stores;
    const stored = { ...plan, ...(owner && { owner }) };
    return { plan, ...(await storePlan(plans, principal.organizationId, stored, change.at)) };
  });
}

/** Stores the plan of a change for a day. */
export async function storePlan(
  plans: PlanStore,
  organizationId: string,
  plan: object,
  at: Date,
): Promise<Omit<KeptPlan, 'plan'>> {
  const id = randomUUID();
  const expiresAt = new Date(at.getTime() + KEPT_MILLISECONDS);
  await plans.keep({ id, organizationId, plan, expiresAt }, at);
  return { id, expiresAt };
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

/**
 * How many grants users gave to an installed app. Asked before the transaction, which must not wait
 * for another service.
 * @returns null where the OAuth service does not answer, and 0 for an app that is not installed
 */
export async function countGrants(
  { database, oauthClient, logger }: PlanDependencies,
  { organizationId }: Principal,
  { app, visibility }: { app: string; visibility?: Visibility | undefined },
): Promise<number | null> {
  const names = [app, privateName(app, organizationId)];
  const installed = (await database.installations.list(organizationId)).filter(
    (one) =>
      names.includes(one.name) && (visibility === undefined || one.visibility === visibility),
  );
  const [installation] = installed;
  if (!installation) return 0;
  if (!oauthClient) return null;
  const { clientId } = installation;
  return oauthClient.countGrants(organizationId, clientId).catch((error: unknown) => {
    logger.warn({ err: error, organizationId, clientId }, 'grants not counted');
    return null;
  });
}
