import { randomBytes, randomUUID } from 'node:crypto';
import type { AuditedRequest } from '@app-platform/http-api';
import { createLogger, KeyEncryption } from '@app-platform/runtime';
import { defineStatement, type Statements } from '@app-platform/runtime/database';
import { openTestDatabase } from '@app-platform/testing/databases/test-database';
import type { Database } from '../src/database/database.ts';
import { type Stores, storesOn } from '../src/stores.ts';
import { OauthTestDatabase } from './oauth-test-database.ts';

const ROWS_WRITTEN = defineStatement({
  name: 'rows-written',
  text: `
    SELECT COALESCE(sum(n_tup_ins + n_tup_upd + n_tup_del), 0)::int4 AS written
    FROM pg_stat_xact_user_tables`,
  parameters: {},
  row: { written: 'int4' },
});

/** A database with users and grants. */
export class GrantedDatabase {
  readonly organizationId = 'a'.repeat(24);
  readonly actor = { kind: 'api_key', id: 'key' } as const;
  readonly context = {
    requestId: 'request',
    traceId: null,
    address: '',
  } as unknown as AuditedRequest;
  readonly logger = createLogger('oauth', 'silent');
  readonly clock = () => new Date(this.now);
  now = Date.now();
  readonly connection: OauthTestDatabase;
  readonly stores: Database<Stores>;
  readonly #keyEncryption = new KeyEncryption(randomBytes(32).toString('base64url'));

  static async open(): Promise<GrantedDatabase> {
    return new GrantedDatabase(new OauthTestDatabase(await openTestDatabase('oauth')));
  }

  private constructor(connection: OauthTestDatabase) {
    this.connection = connection;
    this.stores = connection.withStores((access) => storesOn(access, this.#options));
  }

  get #options() {
    return { keyEncryption: this.#keyEncryption, clock: this.clock };
  }

  close(): Promise<void> {
    return this.connection.close();
  }

  /** @returns the numbers of rows that the transactions of `work` wrote */
  async rowsWritten(work: (stores: Database<Stores>) => Promise<unknown>): Promise<number[]> {
    const counts: number[] = [];
    const writtenBy = async (statements: Statements) =>
      (await statements.rows(ROWS_WRITTEN, {}))[0]?.written ?? 0;
    await work({
      ...this.stores,
      transaction: (part) =>
        this.connection.transactionOnce(async (access) => {
          const before = await writtenBy(access.statements);
          const result = await part(storesOn(access, this.#options));
          counts.push((await writtenBy(access.statements)) - before);
          return result;
        }),
    });
    return counts;
  }

  /** The stores of a replica that is killed in its third transaction. */
  killedInTheMiddle(): Database<Stores> {
    let transactions = 0;
    return {
      ...this.stores,
      transaction: (work) => {
        transactions += 1;
        if (transactions > 2) return Promise.reject(new Error('killed'));
        return this.stores.transaction(work);
      },
    };
  }

  async addUsers(count: number): Promise<string[]> {
    const ids = Array.from({ length: count }, () => randomUUID());
    const { organizationId } = this;
    await this.connection.client.account.createMany({
      data: ids.map((id) => ({ id, organizationId, email: `${id}@example.com`, roles: [] })),
    });
    return ids;
  }

  /** A grant with a refresh token, and a consent, of each user to each client. */
  async addGrants(users: readonly string[], clients: readonly string[]): Promise<void> {
    const { organizationId, connection } = this;
    await connection.client.$executeRaw`
      INSERT INTO provider_record (digest, kind, payload, grant_digest, account_id, client_id,
        organization_id, expires_at)
      SELECT sha256((kind || u || c)::bytea), kind, '{}', sha256(('Grant' || u || c)::bytea),
        u::uuid, c, CASE kind WHEN 'Grant' THEN ${organizationId} END, now() + interval '1 year'
      FROM unnest(${users}::text[]) u, unnest(${clients}::text[]) c,
        unnest(ARRAY['Grant', 'RefreshToken']) kind`;
    await connection.client.$executeRaw`
      INSERT INTO consent (account_id, client_id, scopes, granted_at)
      SELECT u::uuid, c, '{}', now() FROM unnest(${users}::text[]) u, unnest(${clients}::text[]) c`;
  }

  /** Records of oidc-provider. */
  countRecords(of: { accountId?: string; clientId?: string }): Promise<number> {
    return this.connection.client.providerRecord.count({ where: of });
  }

  countConsents(of: { accountId?: string; clientId?: string }): Promise<number> {
    return this.connection.client.consent.count({ where: of });
  }
}
