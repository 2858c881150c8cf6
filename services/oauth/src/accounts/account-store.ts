import type { Database } from '../database/database.ts';

/** A user who may sign in. */
export type Account = {
  id: string;
  organizationId: string;
  /** In lower case. */
  email: string;
  roles: string[];
  /** Access tokens name the version of the roles that they were issued with. */
  rolesVersion: number;
  /** Browser sessions name the version that they began with. An earlier one has ended. */
  sessionVersion: number;
};

export type NewAccount = Pick<Account, 'id' | 'organizationId' | 'email' | 'roles'>;

/** A user's identity at an upstream provider. */
export type UpstreamLink = { issuer: string; subject: string };

/** How a new account signs in. Nothing for an invited user, who sets a password by a link. */
export type NewCredential = { passwordHash: string } | { upstream: UpstreamLink } | undefined;

/** Columns that are not part of {@link Account}. */
const omit = {
  passwordHash: true,
  upstreamIssuer: true,
  upstreamSubject: true,
  disabledAt: true,
  createdAt: true,
} as const;

/** A disabled account does not sign in. */
const enabled = { disabledAt: null };

/** The accounts that sign in and act. UserStore (users/) administers them. */
export class AccountStore {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /**
   * @returns false if an account already has the address, or the link in the same organization
   */
  async create(account: NewAccount, credential: NewCredential): Promise<boolean> {
    const columns =
      credential && 'upstream' in credential
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
    return this.#database.client.account.findUnique({ where: { id, ...enabled }, omit });
  }

  findByEmail(email: string): Promise<(Account & { passwordHash: string | null }) | null> {
    return this.#database.client.account.findUnique({
      where: { email, ...enabled },
      omit: { ...omit, passwordHash: false },
    });
  }

  /** At most one account in each organization. */
  findByUpstream({ issuer, subject }: UpstreamLink): Promise<Account[]> {
    return this.#database.client.account.findMany({
      where: { upstreamIssuer: issuer, upstreamSubject: subject, ...enabled },
      omit,
    });
  }

  /** Whether any account, disabled ones included, has the address. */
  async hasEmail(email: string): Promise<boolean> {
    return (await this.#database.client.account.count({ where: { email } })) > 0;
  }

  /**
   * Whether a browser session of an account is still one. A session of the release before has no
   * version: 0.
   */
  async isSession(id: string, version = 0): Promise<boolean> {
    return (await this.find(id))?.sessionVersion === version;
  }
}
