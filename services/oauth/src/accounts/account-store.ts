import type { DatabaseAccess } from '../database/database.ts';

/** A user who may sign in. */
export type Account = {
  id: string;
  organizationId: string;
  /** As `normalizeEmailAddress` makes it. Accounts of other organizations may have it too. */
  email: string;
  roles: string[];
  /** Access tokens name the version of the roles that they were issued with. */
  rolesVersion: number;
  /** Browser sessions name the version that they began with. An earlier one has ended. */
  sessionVersion: number;
};

/** An account with the hash of its password. */
export type PasswordAccount = Account & { passwordHash: string | null };

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
  grantsSince: true,
} as const;

const withHash = { ...omit, passwordHash: false } as const;

/** Of one address or one upstream identity. The first ones sign in. */
const MOST_ACCOUNTS = 32;

/** A disabled account does not sign in. */
const enabled = { disabledAt: null };

export type AccountStores = { accounts: AccountStore };

/** The accounts that sign in and act. UserStore (users/) administers them. */
export class AccountStore {
  readonly #database: DatabaseAccess;

  constructor(database: DatabaseAccess) {
    this.#database = database;
  }

  /**
   * @returns false if an account of the organization already has the address or the link
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

  /** With the hash of the password. */
  findWithPassword(id: string): Promise<PasswordAccount | null> {
    return this.#database.client.account.findUnique({ where: { id, ...enabled }, omit: withHash });
  }

  /** The accounts that sign in with an address and a password: at most one in each organization. */
  listByEmail(email: string): Promise<PasswordAccount[]> {
    return this.#database.client.account.findMany({
      where: { email, passwordHash: { not: null }, ...enabled },
      orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
      take: MOST_ACCOUNTS,
      omit: withHash,
    });
  }

  /** The hash of a password of the first account with an address, disabled ones included, but for one. */
  async findHash(email: string, except?: string): Promise<string | undefined> {
    const found = await this.#database.client.account.findFirst({
      where: { email, passwordHash: { not: null }, ...(except && { id: { not: except } }) },
      orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
      select: { passwordHash: true },
    });
    return found?.passwordHash ?? undefined;
  }

  /** @returns false where the account has another hash meanwhile */
  async replaceHash(id: string, from: string, to: string): Promise<boolean> {
    const { count } = await this.#database.client.account.updateMany({
      where: { id, passwordHash: from },
      data: { passwordHash: to },
    });
    return count > 0;
  }

  /** At most one account in each organization. */
  findByUpstream({ issuer, subject }: UpstreamLink): Promise<Account[]> {
    return this.#database.client.account.findMany({
      where: { upstreamIssuer: issuer, upstreamSubject: subject, ...enabled },
      orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
      take: MOST_ACCOUNTS,
      omit,
    });
  }

  /** Whether any account of the organization, disabled ones included, has the address. */
  async hasEmail(organizationId: string, email: string): Promise<boolean> {
    const where = { organizationId, email };
    return (await this.#database.client.account.count({ where })) > 0;
  }

  /**
   * Whether a browser session of an account is still one. A session of the release before has no
   * version: 0.
   */
  async isSession(id: string, version = 0): Promise<boolean> {
    return (await this.find(id))?.sessionVersion === version;
  }
}
