import type { GrantRevocationRequest } from '@app-platform/contracts';
import type { RequestContext } from '@app-platform/service-kit';
import type { Account } from '../accounts/account-store.ts';
import type { AuditStore } from '../audit/audit-store.ts';
import type { Database } from '../database/database.ts';
import { grantDigestOf } from './grant-digest.ts';
import type { RevocationStore } from './revocation-store.ts';

/** What somebody has granted to an app. */
export type Access = { clientId: string; scopes: string[]; grantedAt: Date };

const MOST_APPS = 100;
/** Few enough for a short transaction. */
const MOST_GRANTS_AT_ONCE = 500;

/** The access that apps hold in somebody's name. */
export class AccessStore {
  readonly #database: Database;
  readonly #revocations: RevocationStore;
  readonly #audit: AuditStore;

  constructor(database: Database, revocations: RevocationStore, audit: AuditStore) {
    this.#database = database;
    this.#revocations = revocations;
    this.#audit = audit;
  }

  /** The newest first. */
  list(accountId: string): Promise<Access[]> {
    return this.#database.client.consent.findMany({
      where: { accountId },
      orderBy: [{ grantedAt: 'desc' }, { clientId: 'asc' }],
      take: MOST_APPS,
      omit: { accountId: true },
    });
  }

  /** Ends an app's access in somebody's name: its tokens, its codes, and what is remembered. */
  async revoke(
    { id: accountId, organizationId }: Account,
    clientId: string,
    context: RequestContext,
  ): Promise<void> {
    await this.#database.transaction(async (client) => {
      const grants = await client.providerRecord.findMany({
        where: { accountId, clientId, kind: 'Grant' },
        select: { digest: true },
      });
      await this.#revocations.addGrants(grants.map(({ digest }) => grantDigestOf(digest)));
      await client.providerRecord.deleteMany({ where: { accountId, clientId } });
      const { count } = await client.consent.deleteMany({ where: { accountId, clientId } });
      if (grants.length + count === 0) return;
      await this.#audit.record({
        actor: { kind: 'account', id: accountId },
        action: 'access.revoked',
        subject: clientId,
        organizationId,
        context,
      });
    });
  }

  /**
   * Ends what an organization's users granted to an installation of an app, some of it.
   * @returns how many grants; call again until there is none
   */
  async revokeSomeOfOrganization({
    organizationId,
    clientId,
    installedSince,
  }: GrantRevocationRequest): Promise<number> {
    return this.#database.transaction(async (client) => {
      const grants = await client.$queryRaw<{ digest: Uint8Array<ArrayBuffer> }[]>`
        SELECT r.digest FROM provider_record r JOIN account a ON a.id = r.account_id
        WHERE r.client_id = ${clientId} AND a.organization_id = ${organizationId}
          AND r.kind = 'Grant'
          AND r.payload->'installedSince' = to_jsonb(${Date.parse(installedSince)}::bigint)
        LIMIT ${MOST_GRANTS_AT_ONCE}::int`;
      const digests = grants.map(({ digest }) => digest);
      await this.#revocations.addGrants(digests.map(grantDigestOf));
      await client.providerRecord.deleteMany({ where: { grantDigest: { in: digests } } });
      return digests.length;
    });
  }

  /** Forgets what an organization's users allowed an installation of an app. */
  async forgetConsents({
    organizationId,
    clientId,
    installedSince,
  }: GrantRevocationRequest): Promise<void> {
    await this.#database.client.consent.deleteMany({
      where: { clientId, installedSince: new Date(installedSince), account: { organizationId } },
    });
  }
}
