import { firstPartyCeilings, localProgramClient } from '@app-platform/contracts';
import { networkOf, type RequestContext } from '@app-platform/http-api';
import { errors, type default as Provider, type Session } from 'oidc-provider';
import type { Account } from '../../accounts/account-store.ts';
import type { AuditStores } from '../../audit/audit-store.ts';
import type { Database } from '../../database/database.ts';
import type { SessionGrants } from '../../grants/revoke-access.ts';
import type { DeviceCodes, DeviceDecision, DeviceRequest } from '../../provider/device-codes.ts';
import type { OpenSignIns } from '../../provider/open-sign-ins.ts';
import type { VersionedSession } from '../../provider/provider-account.ts';
import type { ProviderStores, ProviderTransactions } from '../../provider/provider-transactions.ts';
import { newGrant } from '../../provider/remembered-consent.ts';
import { OFFLINE_ACCESS, scopesOf } from '../../provider/scopes.ts';
import { texts } from '../../rendering/page-texts.ts';
import type { Pages } from '../../rendering/pages.ts';
import { type DecidedRequest, grantedScopes, offeredRoles, recordDecision } from '../consent.ts';
import { shownCode } from './entered-code.ts';

export type DeviceDecisionDependencies = {
  provider: Provider;
  database: Database<AuditStores & ProviderStores>;
  transactions: Pick<ProviderTransactions, 'within'>;
  sessionGrants: SessionGrants;
  deviceCodes: DeviceCodes;
  openSignIns: Pick<OpenSignIns, 'close'>;
  /** The registry's public address. */
  audience: string;
};

/** Who decides, in which browser session. */
export type Decider = { account: Account; session: Session & VersionedSession };

/**
 * Whether the user signed in as recently as the device asks for by `max_age` (RFC 9470 section 4), now.
 * oidc-provider stores `max_age=0` as `prompt=login`: then the sign-in follows the request.
 */
export function isRecentEnough(
  { session }: Decider,
  { parameters, requestedAt }: DeviceRequest,
): boolean {
  if (parameters.prompt === 'login') {
    return Number(session.authTime()) >= Math.floor(Date.parse(requestedAt) / 1000);
  }
  return parameters.max_age === undefined || !session.past(Number(parameters.max_age));
}

/** The values of the page on which a user decides about a device. */
export function describeDevice(
  { email, roles }: Account,
  code: string,
  { parameters, address, requestedAt }: DeviceRequest,
  viewer: RequestContext,
): Omit<Pages['device-decision'], 'action' | 'csrf' | 'entered' | 'anotherAccount'> {
  const place = networkOf(address);
  return {
    title: texts.device.decision.title,
    code: shownCode(code),
    email,
    place,
    isElsewhere: place !== networkOf(viewer.address),
    requestedAt: `${requestedAt.slice(0, 10)} ${requestedAt.slice(11, 16)} UTC`,
    ...offeredRoles(roles, parameters),
  };
}

export type DeviceChoice = { code: string; decision: string; shown: string[] };

/**
 * Carries out what a user decided about a device. Nothing is granted that the page did not show.
 * @returns `ended` for a code that was used or has expired, `changed` for a decision that the page would not offer now
 */
export async function decideDevice(
  dependencies: DeviceDecisionDependencies,
  decider: Decider,
  { code, decision, shown }: DeviceChoice,
  context: RequestContext,
): Promise<'allowed' | 'denied' | 'ended' | 'changed'> {
  const { deviceCodes } = dependencies;
  const request = await deviceCodes.findRequest(code);
  if (!request) return 'ended';
  const decided = decidedRequest(decider.account, request, shown);
  const isAllowed = decision === 'allow';
  if (!isAllowed && decision !== 'deny') return 'changed';
  const isOffered = mayAllow(decided) && isRecentEnough(decider, request);
  if (isAllowed && !isOffered) return 'changed';
  const isDone = await deviceCodes.decide(code, () =>
    isAllowed
      ? allow(dependencies, decider, decided, context)
      : deny(dependencies, decided, context),
  );
  if (!isDone) return 'ended';
  await dependencies.openSignIns.close(request.address);
  return isAllowed ? 'allowed' : 'denied';
}

/** Whether the page would offer it: the command line would get a role. */
function mayAllow(decided: DecidedRequest): boolean {
  return grantedScopes(decided).some((scope) => scope !== OFFLINE_ACCESS);
}

function decidedRequest(
  account: Account,
  { parameters, address, requestedAt }: DeviceRequest,
  shown: string[],
): DecidedRequest {
  const client = { clientId: localProgramClient, ceilings: firstPartyCeilings[localProgramClient] };
  return { account, client, parameters, shown, device: { address, requestedAt } };
}

async function deny(
  dependencies: DeviceDecisionDependencies,
  decided: DecidedRequest,
  context: RequestContext,
): Promise<DeviceDecision> {
  await recordDecision(dependencies, decided, context);
  return { error: 'access_denied', errorDescription: 'the user denied access' };
}

/** @throws AccessDenied if the session was signed out meanwhile */
async function allow(
  { provider, database, transactions, sessionGrants, audience }: DeviceDecisionDependencies,
  { account, session }: Decider,
  decided: DecidedRequest,
  context: RequestContext,
): Promise<DeviceDecision> {
  const { uid: sessionUid, sessionVersion = 0 } = session;
  const accountId = account.id;
  const granted = grantedScopes(decided);
  const resource = String(decided.parameters.resource ?? audience);
  const grantId = await database.transaction(async (stores) => {
    const options = {
      ...{ accountId, clientId: localProgramClient, resource, granted },
      ...{ asked: scopesOf(decided.parameters.scope), session: { sessionUid, sessionVersion } },
    };
    const grant = await transactions.within(stores, () => newGrant(provider, options));
    await recordDecision({ audience, database: stores }, decided, context, granted);
    return grant.jti;
  });
  if (await sessionGrants.hasEnded(sessionUid)) {
    await sessionGrants.end({ accountId, uid: sessionUid });
    throw new errors.AccessDenied('the session has ended');
  }
  const scope = granted.join(' ');
  return { accountId, authTime: session.authTime(), grantId, resource, scope, sessionUid };
}
