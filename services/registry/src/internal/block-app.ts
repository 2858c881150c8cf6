import { type BlockedAppRecord, problem } from '@app-platform/contracts';
import { AppError, type RequestContext } from '@app-platform/http-api';
import type { Clock } from '@app-platform/runtime';
import type { LockedApp } from '../apps/app-store.ts';
import { blockedOf } from '../apps/blocking.ts';
import type { Actor } from '../audit/audit-store.ts';
import type { AppStores, RegistryDatabase } from '../stores.ts';

type BlockDependencies = { database: RegistryDatabase; clock: Clock };

/** Ends all access of an app and refuses new access. A second block replaces the reason alone. */
export function blockApp(
  { database, clock }: BlockDependencies,
  actor: Actor,
  { name, reason }: { name: string; reason: string },
  context: RequestContext,
): Promise<BlockedAppRecord> {
  return database.appTransaction(async (stores) => {
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
export function unblockApp(
  { database, clock }: BlockDependencies,
  actor: Actor,
  name: string,
  context: RequestContext,
): Promise<BlockedAppRecord> {
  return database.appTransaction(async (stores) => {
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

async function lockApp({ apps }: AppStores, name: string): Promise<LockedApp> {
  const [app] = await apps.lock([name]);
  if (app) return app;
  throw new AppError(problem('not_found', `There is no app '${name}'.`, { parameter: 'name' }));
}
