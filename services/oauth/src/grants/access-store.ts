import type { Database } from '../database/database.ts';
import { grantDigestOf } from './grant-digest.ts';
import type { RevocationStore } from './revocation-store.ts';

/** What somebody has granted to an app. */
export type Access = { clientId: string; scopes: string[]; grantedAt: Date };

const MOST_APPS = 100;

/** The access that apps hold in somebody's name. */
export class AccessStore {
  readonly #database: Database;
  readonly #revocations: RevocationStore;

  constructor(database: Database, revocations: RevocationStore) {
    this.#database = database;
    this.#revocations = revocations;
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
  async revoke(accountId: string, clientId: string): Promise<void> {
    await this.#database.request(
      async () => {
        await this.#database.begin();
        const { client } = this.#database;
        const grants = await client.providerRecord.findMany({
          where: { accountId, clientId, kind: 'Grant' },
          select: { digest: true },
        });
        for (const { digest } of grants) {
          await this.#revocations.add('grant', grantDigestOf(digest));
        }
        await client.providerRecord.deleteMany({ where: { accountId, clientId } });
        await client.consent.deleteMany({ where: { accountId, clientId } });
      },
      () => true,
    );
  }
}
