import type { AppEventType } from '@app-platform/app-definition';
import { problem } from '@app-platform/contracts';
import type { RegistryAuditAction } from '@app-platform/contracts/audit-actions';
import { AppError, type RequestContext } from '@app-platform/http-api';
import type { Clock } from '@app-platform/runtime';
import type { AuditStores } from '../../audit/audit-store.ts';
import type { Principal } from '../../authentication/principal.ts';
import type { Database } from '../../database/database.ts';
import type { EventStores } from '../../events/event-store.ts';
import type { AppStores } from '../app-name-store.ts';
import type { FoundVersion, LockedApp } from '../app-store.ts';
import { appVersionId } from '../available-app.ts';
import { type AppReference, findAppVersion, refuseUnlessOwner } from '../find-app-version.ts';
import { directoryColumns, registeredDefinition, rolesOf } from '../registered-definition.ts';
import type { CurrentColumns, CurrentVersion, WithdrawalStore } from './withdrawal-store.ts';

type VersionStores = AppStores & AuditStores & EventStores & { withdrawals: WithdrawalStore };

export type WithdrawalDependencies = { database: Database<VersionStores>; clock: Clock };

/** A request about one version of an own app. */
export type VersionRequest = {
  principal: Principal;
  reference: AppReference;
  context: RequestContext;
};

/** An own version in the transaction that locked its app. */
export type OwnVersion = { stores: VersionStores; app: LockedApp; version: FoundVersion; at: Date };

/** The audit row and the event of a change. */
export type Withdrawal = {
  action: RegistryAuditAction;
  before?: Record<string, unknown>;
  after?: Record<string, unknown>;
  /** Left out: no event. */
  event?: AppEventType;
};

/**
 * Runs a change of an own version in a transaction that locked its app, with its audit row.
 * @param change returns the audit row and the event, or undefined where it changed nothing
 * @returns the version after the change; undefined where it is gone
 * @throws AppError `not_found`, `ambiguous_app`, and `forbidden` for another organization's public app
 */
export function changeOwnVersion<More>(
  { database, clock }: WithdrawalDependencies,
  { principal, reference, context }: VersionRequest,
  change: (own: OwnVersion) => Promise<{ recorded?: Withdrawal; more: More }>,
): Promise<{ version: FoundVersion | undefined; more: More }> {
  return database.transaction(async (stores) => {
    const named = await findAppVersion(stores, principal, reference);
    refuseUnlessOwner(named, principal);
    const [app] = await stores.apps.lock([named.name]);
    const text = appVersionId(named);
    const exact = { ...reference, text, visibility: named.visibility };
    // Read again under the lock.
    const version = await findAppVersion(stores, principal, exact);
    if (!app) throw new AppError(problem('not_found', `There is no app '${named.name}'.`));
    const own = { stores, app, version, at: clock() };
    const { recorded, more } = await change(own);
    if (recorded) await record(own, { principal, reference, context }, recorded);
    const { organizationId } = principal;
    const after = await stores.apps.findVersion(
      organizationId,
      named.name,
      precedenceText(version),
    );
    return { version: after, more };
  });
}

async function record(
  { stores, app, version, at }: OwnVersion,
  { principal, context }: VersionRequest,
  { event, ...recorded }: Withdrawal,
): Promise<void> {
  const { organizationId } = principal;
  const subject = appVersionId(version);
  await stores.audit.record({ actor: principal, subject, organizationId, context, ...recorded });
  if (!event) return;
  const { appId, name } = app;
  const change = { appId, app: name, version: version.version, organizationId, at };
  await stores.events.append({ type: event, ...change, data: recorded.after ?? {} });
}

function precedenceText({ version }: FoundVersion): string {
  return version.split('+')[0] ?? version;
}

/**
 * Chooses an app's current version anew after a version was withdrawn or came back.
 * @returns whether the app has a version
 */
export async function chooseCurrentVersion(
  { withdrawals, events }: Pick<VersionStores, 'withdrawals' | 'events'>,
  app: LockedApp,
): Promise<boolean> {
  const chosen = await withdrawals.chooseCurrent(app.appId);
  if (!chosen) return false;
  if (chosen.version !== app.version) {
    await withdrawals.setCurrent(app.appId, currentColumns(app, chosen));
    const { lifecycleWebhooks = [] } = registeredDefinition(chosen);
    await events.setLifecycleWebhooks(app, lifecycleWebhooks);
  }
  return true;
}

function currentColumns(
  { name, operatorTags }: LockedApp,
  version: CurrentVersion,
): CurrentColumns {
  const definition = registeredDefinition(version);
  const { title = '', tags = [], redirectUris = [] } = definition;
  return {
    version: version.version,
    ...directoryColumns(name, definition, title),
    tags: [...tags, ...operatorTags],
    redirectUris,
    roles: rolesOf(definition) ?? null,
  };
}
