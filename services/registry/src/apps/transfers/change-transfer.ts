import { problem } from '@app-platform/contracts';
import { AppError, type RequestContext } from '@app-platform/http-api';
import type { Clock } from '@app-platform/runtime';
import { isUniqueViolation } from '@app-platform/runtime/database';
import type { AuditStores } from '../../audit/audit-store.ts';
import type { Principal } from '../../authentication/principal.ts';
import type { Database } from '../../database/database.ts';
import type { OrganizationStores } from '../../organizations/organization-store.ts';
import type { AppStores } from '../app-name-store.ts';
import type { LockedApp } from '../app-store.ts';
import { namesMeant } from '../find-app-version.ts';
import type { PublicNameStore } from '../registration/public-name-store.ts';
import type { PublicApps } from '../registration/public-names.ts';
import { publisherNotVerified } from '../registration/registration-problems.ts';
import {
  alreadyOffered,
  draftStays,
  hasAppOfName,
  noOffer,
  nothingOffered,
  ownOrganization,
  privateAppStays,
  sharesIdentifier,
  sharesName,
  unknownOrganization,
} from './transfer-problems.ts';
import type { AppTransfer, TransferStore } from './transfer-store.ts';

const OFFERED_MILLISECONDS = 7 * 86_400_000;

type TransferStores = Pick<AppStores, 'apps'> &
  AuditStores &
  OrganizationStores & { transfers: TransferStore; publicNames: PublicNameStore };

export type TransferDependencies = {
  database: Database<TransferStores>;
  clock: Clock;
  /** Whose apps may be public; anyone's where it is left out. */
  publicApps?: PublicApps;
};

/**
 * Offers an app of the principal's organization to another one. The same offer again changes nothing.
 * @throws AppError `not_found`, `app_not_transferable`
 */
export function offerApp(
  { database, clock }: TransferDependencies,
  principal: Principal,
  { app: name, organizationId: toId }: { app: string; organizationId: string },
  context: RequestContext,
): Promise<{ outcome: 'created' | 'kept'; transfer: AppTransfer }> {
  const { organizationId: fromId } = principal;
  return database.transaction(async (stores) => {
    const app = await lockOwn(stores, principal, name);
    if (toId === fromId) throw ownOrganization();
    const receiver = await stores.organizations.find(toId);
    if (!receiver || receiver.suspendedAt) throw unknownOrganization();
    const now = clock();
    const before = await stores.transfers.find(app.appId, now);
    if (before && !before.acceptedAt) {
      if (before.toId !== toId) throw alreadyOffered(before);
      return { outcome: 'kept', transfer: before };
    }
    await refuseShared(stores, fromId, app);
    const expiresAt = new Date(now.getTime() + OFFERED_MILLISECONDS);
    await stores.transfers.put({ appId: app.appId, fromId, toId, expiresAt }, now);
    const transfer = await stores.transfers.find(app.appId, now);
    if (!transfer) throw new Error('an offer vanished inside its transaction');
    await record(stores, 'app.transfer_offered', { principal, transfer, context });
    return { outcome: 'created', transfer };
  });
}

/**
 * Takes over an app that is offered to the principal's organization. A second acceptance changes nothing.
 * @throws AppError `not_found`, `app_not_transferable`, `publisher_not_verified`
 */
export async function acceptApp(
  { database, clock, publicApps = 'anyone' }: TransferDependencies,
  principal: Principal,
  name: string,
  context: RequestContext,
): Promise<AppTransfer> {
  const { organizationId } = principal;
  const accept = async (stores: TransferStores) => {
    const now = clock();
    const { app, transfer } = await lockOffered(stores, name, now);
    if (transfer.toId !== organizationId) throw nothingOffered(name);
    if (transfer.acceptedAt) return transfer;
    if (app.visibility !== 'public') throw draftStays(app.name);
    if (publicApps === 'verified' && !(await stores.publicNames.isVerified(organizationId))) {
      throw new AppError(publisherNotVerified());
    }
    await stores.transfers.accept(transfer, now);
    // After it nobody else claims the name or the identifier.
    await refuseShared(stores, transfer.fromId, app);
    await record(stores, 'app.transfer_accepted', { principal, transfer, context });
    return { ...transfer, acceptedAt: now };
  };
  try {
    return await database.transaction(accept);
  } catch (error) {
    throw isUniqueViolation(error) ? hasAppOfName(name) : error;
  }
}

/**
 * Ends an open offer: the organization that made it withdraws it, the other one declines it.
 * @throws AppError `not_found`, also for other organizations
 */
export function endOffer(
  { database, clock }: TransferDependencies,
  principal: Principal,
  name: string,
  context: RequestContext,
): Promise<void> {
  const { organizationId } = principal;
  return database.transaction(async (stores) => {
    const { transfer } = await lockOffered(stores, name, clock());
    const { appId, fromId, toId, acceptedAt } = transfer;
    if (acceptedAt || ![fromId, toId].includes(organizationId)) throw noOffer(name);
    await stores.transfers.remove(appId);
    const action = fromId === organizationId ? 'app.transfer_withdrawn' : 'app.transfer_declined';
    await record(stores, action, { principal, transfer, context });
  });
}

/** The organization's public app of a name, locked. */
async function lockOwn(
  { apps }: TransferStores,
  principal: Principal,
  name: string,
): Promise<LockedApp> {
  const source = { pointer: '/app' };
  const locked = await apps.lock(namesMeant({ text: name, source }, principal));
  const own = locked.filter((one) => one.organizationId === principal.organizationId);
  const app = own.find((one) => one.visibility === 'public') ?? own[0];
  if (app?.visibility === 'public') return app;
  if (app) throw app.visibility === 'private' ? privateAppStays(app.name) : draftStays(app.name);
  const detail = `Your organization has no app '${name}'. See GET /v1/apps/available?owner=own.`;
  throw new AppError(problem('not_found', detail, source));
}

/** Offers of unknown apps, of others and expired ones are not told apart. */
async function lockOffered({ apps, transfers }: TransferStores, name: string, now: Date) {
  const [app] = await apps.lock([name]);
  const transfer = app && (await transfers.find(app.appId, now));
  if (!app || !transfer) throw nothingOffered(name);
  return { app, transfer };
}

/** Names that look alike, and identifiers, belong to one organization. */
async function refuseShared(
  { transfers }: TransferStores,
  fromId: string,
  { appId, name, identifier }: LockedApp,
): Promise<void> {
  const sharing = await transfers.findSharing(fromId, appId);
  if (sharing !== undefined) throw sharesIdentifier(name, sharing, identifier);
  const confusable = await transfers.findConfusable(fromId, name);
  if (confusable !== undefined) throw sharesName(name, confusable);
}

/** The actor in the audit trail of the other organization, which does not learn who it was. */
const otherSide = { kind: 'service', id: 'app-transfer' } as const;

type Recorded = { principal: Principal; transfer: AppTransfer; context: RequestContext };
type TransferAction = `app.transfer_${'offered' | 'accepted' | 'declined' | 'withdrawn'}`;

/** In the audit trails of both organizations. */
async function record(
  { audit }: AuditStores,
  action: TransferAction,
  { principal, transfer, context }: Recorded,
): Promise<void> {
  const { app: subject, fromId: from, toId: to } = transfer;
  const after = { from, to };
  const { organizationId } = principal;
  await audit.record({ actor: principal, action, subject, organizationId, context, after });
  await audit.record({
    actor: otherSide,
    action,
    subject,
    organizationId: organizationId === from ? to : from,
    context: { ...context, address: '' },
    after,
  });
}
