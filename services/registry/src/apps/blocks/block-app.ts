import {
  appNamePattern,
  BlockAppRequest,
  BlockedAppRecord,
  problem,
} from '@app-platform/contracts';
import {
  AppError,
  defineInternalRoute,
  type InternalCaller,
  parameter,
  type RequestContext,
  type Route,
} from '@app-platform/http-api';
import type { Clock } from '@app-platform/runtime';
import { Type } from '@sinclair/typebox';
import type { Actor, AuditStores } from '../../audit/audit-store.ts';
import { operator, operatorAccess } from '../../authentication/operator.ts';
import type { Database } from '../../database/database.ts';
import type { AppStores } from '../app-name-store.ts';
import type { LockedApp } from '../app-store.ts';
import { blockedOf } from '../status.ts';
import type { BlockStore } from './block-store.ts';

const PATH = '/internal/apps/{name}/block';

const nameParameter = parameter(
  'name',
  'path',
  Type.String({ pattern: appNamePattern }),
  "The app's name; for a private app `<app>_<orgId>`.",
);

type BlockDependencies = {
  database: Database<Pick<AppStores, 'apps'> & AuditStores & { blocks: BlockStore }>;
  clock: Clock;
};

/** Blocking an app for every organization. */
export function blockRoutes(dependencies: BlockDependencies): Route<InternalCaller>[] {
  return [block(dependencies), unblock(dependencies)];
}

function block(dependencies: BlockDependencies) {
  return defineInternalRoute({
    method: 'put',
    path: PATH,
    operationId: 'blockApp',
    summary: 'End all access of an app, and refuse installations, authorizations and tokens',
    access: operatorAccess,
    invalidates: ['app'],
    parameters: [nameParameter],
    body: BlockAppRequest,
    responses: { 200: { description: 'The block.', schema: BlockedAppRecord } },
    handle: async ({ parameters, body: { reason }, context }) => {
      const app = { name: parameters.name, reason };
      return { status: 200, body: await blockApp(dependencies, operator, app, context) };
    },
  });
}

function unblock(dependencies: BlockDependencies) {
  return defineInternalRoute({
    method: 'delete',
    path: PATH,
    operationId: 'unblockApp',
    summary: 'Let a blocked app be installed and authorized again',
    access: operatorAccess,
    invalidates: ['app'],
    parameters: [nameParameter],
    responses: { 200: { description: 'The app without its block.', schema: BlockedAppRecord } },
    handle: async ({ parameters, context }) => {
      const name = parameters.name;
      return { status: 200, body: await unblockApp(dependencies, operator, name, context) };
    },
  });
}

/** Ends all access of an app and refuses new access. A second block replaces the reason alone. */
function blockApp(
  { database, clock }: BlockDependencies,
  actor: Actor,
  { name, reason }: { name: string; reason: string },
  context: RequestContext,
): Promise<BlockedAppRecord> {
  return database.transaction(async (stores) => {
    const app = await lockApp(stores, name);
    const blockedAt = await stores.blocks.block(app.appId, reason, clock());
    const after = { blockedAt, blockedReason: reason };
    await stores.audit.record({
      actor,
      action: 'app.blocked',
      subject: name,
      organizationId: app.organizationId,
      context,
      ...(app.blockedAt && { before: { reason: app.blockedReason } }),
      after: { reason },
    });
    return { name, blocked: blockedOf(after)?.blocked ?? null };
  });
}

/** Grants and tokens from before stay void. Changes nothing for an app that is not blocked. */
function unblockApp(
  { database, clock }: BlockDependencies,
  actor: Actor,
  name: string,
  context: RequestContext,
): Promise<BlockedAppRecord> {
  return database.transaction(async (stores) => {
    const app = await lockApp(stores, name);
    if (!app.blockedAt) return { name, blocked: null };
    await stores.blocks.unblock(app.appId, clock());
    await stores.audit.record({
      actor,
      action: 'app.unblocked',
      subject: name,
      organizationId: app.organizationId,
      context,
      before: { reason: app.blockedReason },
    });
    return { name, blocked: null };
  });
}

async function lockApp({ apps }: Pick<AppStores, 'apps'>, name: string): Promise<LockedApp> {
  const [app] = await apps.lock([name]);
  if (app) return app;
  throw new AppError(problem('not_found', `There is no app '${name}'.`, { parameter: 'name' }));
}
