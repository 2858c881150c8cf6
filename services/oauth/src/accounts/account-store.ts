import type { Database } from '../database/database.ts';

/** Somebody who signs in. */
export type Account = {
  id: string;
  organizationId: string;
  /** In lower case. */
  email: string;
  roles: string[];
};

/** Who somebody is at an upstream provider. */
export type UpstreamLink = { issuer: string; subject: string };

/** What is kept of an account, and not part of it. */
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
   * @param credential how it is signed in to
   * @returns false where an account has that address already, or that link in that organization
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

  /** One account for each organization at most. */
  findByUpstream({ issuer, subject }: UpstreamLink): Promise<Account[]> {
    return this.#database.client.account.findMany({
      where: { upstreamIssuer: issuer, upstreamSubject: subject },
      omit,
    });
  }
}
