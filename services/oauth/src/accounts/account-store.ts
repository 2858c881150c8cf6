import type { Database } from '../database/database.ts';

/** Somebody who signs in. */
export type Account = {
  id: string;
  organizationId: string;
  /** In lower case. */
  email: string;
  roles: string[];
};

export class AccountStore {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /** @returns false where an account has that address already */
  async create(account: Account & { passwordHash: string }): Promise<boolean> {
    const { count } = await this.#database.client.account.createMany({
      data: account,
      skipDuplicates: true,
    });
    return count > 0;
  }

  find(id: string): Promise<Account | null> {
    return this.#database.client.account.findUnique({
      where: { id },
      omit: { passwordHash: true, createdAt: true },
    });
  }

  findByEmail(email: string): Promise<(Account & { passwordHash: string }) | null> {
    return this.#database.client.account.findUnique({
      where: { email },
      omit: { createdAt: true },
    });
  }
}
