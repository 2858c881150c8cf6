import type { Database } from '../database/database.ts';

/** A user who signs in. */
export type Account = {
  id: string;
  organizationId: string;
  /** In lower case. */
  email: string;
  roles: string[];
};

/** A user's identity at an upstream provider. */
export type UpstreamLink = { issuer: string; subject: string };

/** Columns that are not part of {@link Account}. */
const omit = {
  passwordHash: true,
  upstreamIssuer: true,
  upstreamSubject: true,
  createdAt: true,
} as const;

export class AccountStore {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /**
   * @returns false if an account already has the address, or the link in the same organization
   */
  async create(
    account: Account,
    credential: { passwordHash: string } | { upstream: UpstreamLink },
  ): Promise<boolean> {
    const columns =
      'upstream' in credential
        ? {
            upstreamIssuer: credential.upstream.issuer,
            upstreamSubject: credential.upstream.subject,
          }
        : credential;
    const { count } = await this.#database.client.account.createMany({
      data: { ...account, ...columns },
      skipDuplicates: true,
    });
    return count > 0;
  }

  find(id: string): Promise<Account | null> {
    return this.#database.client.account.findUnique({ where: { id }, omit });
  }

  findByEmail(email: string): Promise<(Account & { passwordHash: string | null }) | null> {
    return this.#database.client.account.findUnique({
      where: { email },
      omit: { ...omit, passwordHash: false },
    });
  }

  /** At most one account in each organization. */
  findByUpstream({ issuer, subject }: UpstreamLink): Promise<Account[]> {
    return this.#database.client.account.findMany({
      where: { upstreamIssuer: issuer, upstreamSubject: subject },
      omit,
    });
  }
}
