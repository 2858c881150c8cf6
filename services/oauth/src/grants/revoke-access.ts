import { createHash } from 'node:crypto';
import type { GrantRevocationRequest, GrantRevocationResponse } from '@app-platform/contracts';
import type { AuditedRequest, RequestContext } from '@app-platform/http-api';
import type { Clock } from '@app-platform/runtime';
import type { Account, AccountStores } from '../accounts/account-store.ts';
import { type AuditEvent, type AuditStores, registry } from '../audit/audit-store.ts';
import type { Database } from '../database/database.ts';
import { grantDigest } from '../database/record-digest.ts';
import type { EphemeralStore } from '../storage/ephemeral-store.ts';
import type { RecordStores } from '../storage/provider-record-store.ts';
import type { AccessStores } from './access-store.ts';
import type { RevocationStores } from './revocation-store.ts';

type RevocationWriters = AccessStores & RevocationStores & AuditStores;
type RevocationDatabase = Database<RevocationWriters>;

/** A user revokes the tokens and codes of an app, and the consent. */
export async function revokeAccess(
  { database }: { database: RevocationDatabase },
  { id, organizationId }: Account,
  clientId: string,
  context: RequestContext,
): Promise<void> {
  await database.transaction(async ({ access, revocations, audit }) => {
    const { grants, consents } = await access.removeOfClient(id, clientId);
    await revocations.addGrants(grants);
    if (grants.length + consents === 0) return;
    await audit.record({
      actor: { kind: 'account', id },
      action: 'access.revoked',
      subject: clientId,
      organizationId,
      context,
    });
  });
}

/**
 * Revokes the tokens and codes that the console and the command line hold for a user.
 * @param sessionUid of the browser session that they came from; null for all
 */
export async function revokeFirstPartyAccess(
  { access, revocations }: AccessStores & RevocationStores,
  accountId: string,
  sessionUid: string | null,
): Promise<void> {
  await revocations.addGrants(await access.removeFirstParty(accountId, sessionUid));
}

export type OrganizationRevocationDependencies = { database: RevocationDatabase; clock: Clock };

/** Half of what the registry waits for. */
const MOST_MILLISECONDS = 1_000;

/**
 * Removes grants of an app that an organization has uninstalled. Both services refuse them already, so
 * that they need no revocation in the feed. Each transaction has its audit row.
 */
export async function revokeGrantsOfOrganization(
  { database, clock }: OrganizationRevocationDependencies,
  request: GrantRevocationRequest,
  context: RequestContext,
): Promise<Required<GrantRevocationResponse>> {
  const end = performance.now() + MOST_MILLISECONDS;
  const { clientId: subject, organizationId } = request;
  const eventOf = (action: AuditEvent['action'], detail: AuditEvent['detail'] & object) => {
    return { actor: registry, action, subject, organizationId, context, detail };
  };
  await database.transaction(async ({ access, audit }) => {
    const forgotten = await access.forgetConsents(request);
    if (forgotten.consents + forgotten.consentRequests > 0) {
      await audit.record(eventOf('consents.removed', forgotten));
    }
  });
  const revokeSome = async ({ access, audit }: RevocationWriters) => {
    const revoked = await access.removeSomeOfInstallation(request, clock());
    if (revoked > 0) await audit.record(eventOf('organization_grants.revoked', { revoked }));
    return revoked;
  };
  let revoked = 0;
  let some: number;
  do {
    some = await database.transaction(revokeSome);
    revoked += some;
  } while (some > 0 && performance.now() < end);
  return { revoked, more: some > 0 };
}

type SessionGrantStores = AccessStores & RevocationStores & AuditStores;

/** A browser session of an account. The `uid` stays when the session's cookie changes. */
export type BrowserSession = { accountId: string; uid: string };

/**
 * The grants that first-party clients got with a browser session: they end when it is signed out.
 * A request that is under way may still store a grant or the session, so that ended sessions are
 * remembered, first of all. A reader that stores first and looks then misses none.
 */
export class SessionGrants {
  readonly #database: Database<SessionGrantStores>;
  readonly #ephemeral: EphemeralStore;
  readonly #sessionSeconds: number;

  /** @param sessionSeconds how long a session lives */
  constructor(
    database: Database<SessionGrantStores>,
    ephemeral: EphemeralStore,
    sessionSeconds: number,
  ) {
    this.#database = database;
    this.#ephemeral = ephemeral;
    this.#sessionSeconds = sessionSeconds;
  }

  /** @param event left out where another account signs in: the audit row is that of the sign-in */
  async end({ accountId, uid }: BrowserSession, event?: AuditEvent): Promise<void> {
    await this.#ephemeral.set(keyOf(uid), 'ended', this.#sessionSeconds);
    await this.#database.transaction(async (stores) => {
      await revokeFirstPartyAccess(stores, accountId, uid);
      if (event) await stores.audit.record(event);
    });
  }

  async hasEnded(uid: string): Promise<boolean> {
    return (await this.#ephemeral.get(keyOf(uid))) !== undefined;
  }
}

function keyOf(uid: string): string {
  return `ended-session:${createHash('sha256').update(uid).digest('base64url')}`;
}

/** The request that revokes a grant, and the reason. */
export type RevocationCause = {
  reason: 'code_reused' | 'refresh_token_reused' | 'revoked_by_client';
  clientId: string;
  context: AuditedRequest;
};

/**
 * Revokes a grant: its codes and refresh tokens, and its access tokens through the feed. oidc-provider
 * calls it once for each kind of record. Only the first call finds records to audit.
 * @param causeOf gives the cause in the current request, which oidc-provider does not pass on
 */
export async function revokeGrant(
  {
    records,
    revocations,
    accounts,
    audit,
  }: RecordStores & RevocationStores & AccountStores & AuditStores,
  grantId: string,
  causeOf: () => RevocationCause,
): Promise<void> {
  const digest = grantDigest(grantId);
  await revocations.addGrants([digest]);
  const accountId = await records.removeByGrant(grantId);
  if (accountId === undefined) return;
  const account = await accounts.find(accountId);
  const { reason, clientId, context } = causeOf();
  await audit.record({
    actor: { kind: 'client', id: clientId },
    action: 'grant.revoked',
    subject: digest,
    organizationId: account?.organizationId ?? null,
    context,
    detail: { reason, accountId },
  });
}
