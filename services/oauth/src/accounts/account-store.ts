import { defineStatement } from '@app-platform/runtime/database';
import type { DatabaseAccess } from '../database/database.ts';

/** A user who may sign in. */
export type Account = {
  id: string;
  organizationId: string;
  /** As `normalizeEmailAddress` makes it. Accounts of other organizations may have it too. */
  email: string;
  name: string | null;
  roles: string[];
  /** Access tokens name the version of the roles that they were issued with. */
  rolesVersion: number;
  /** Browser sessions name the version that they began with. An earlier one has ended. */
  sessionVersion: number;
};

/** An account with the hash of its password. */
export type PasswordAccount = Account & { passwordHash: string | null };

/** An account that a password is tried at. */
export type TriedAccount = PasswordAccount & { isDisabled: boolean };

export type NewAccount = Pick<Account, 'id' | 'organizationId' | 'email' | 'roles'> &
  Partial<Pick<Account, 'name'>>;

/** A user's identity at an upstream provider. */
export type UpstreamLink = { issuer: string; subject: string };

/** How a new account signs in. Nothing for an invited user, who sets a password by a link. */
export type NewCredential = { passwordHash: string } | { upstream: UpstreamLink } | undefined;

/** Of one address or one upstream identity. The first ones sign in. */
const MOST_ACCOUNTS = 32;

const row = {
  id: 'text',
  organizationId: 'text',
  email: 'text',
  name: 'text?',
  roles: 'text[]',
  rolesVersion: 'int4',
  sessionVersion: 'int4',
} as const;
const rowWithHash = { ...row, passwordHash: 'text?' } as const;

const columns = `id::text AS id, organization_id AS "organizationId", email, name, roles,
      roles_version AS "rolesVersion", session_version AS "sessionVersion"`;
const columnsWithHash = `${columns}, password_hash AS "passwordHash"`;

const CREATE_ACCOUNT = defineStatement({
  name: 'create-account',
  text: `
    INSERT INTO account
      (id, organization_id, email, roles, password_hash, upstream_issuer, upstream_subject, name)
    VALUES ($1::uuid, $2, $3, $4::text[], $5, $6, $7, $8)
    ON CONFLICT DO NOTHING RETURNING id::text AS id`,
  parameters: {
    id: 'text',
    organizationId: 'text',
    email: 'text',
    roles: 'text[]',
    passwordHash: 'text?',
    upstreamIssuer: 'text?',
    upstreamSubject: 'text?',
    name: 'text?',
  },
  row: { id: 'text' },
});

// A disabled account does not sign in. It is found by its address: who knows its password learns why.

const FIND_ACCOUNT = defineStatement({
  name: 'find-account',
  text: `SELECT ${columns} FROM account WHERE id = $1::uuid AND disabled_at IS NULL`,
  parameters: { id: 'text' },
  row,
});

const FIND_ACCOUNT_WITH_PASSWORD = defineStatement({
  name: 'find-account-with-password',
  text: `SELECT ${columnsWithHash} FROM account WHERE id = $1::uuid AND disabled_at IS NULL`,
  parameters: { id: 'text' },
  row: rowWithHash,
});

const LIST_ACCOUNTS_BY_EMAIL = defineStatement({
  name: 'list-accounts-by-email',
  text: `
    SELECT ${columnsWithHash}, disabled_at IS NOT NULL AS "isDisabled" FROM account
    WHERE email = $1 AND password_hash IS NOT NULL
    ORDER BY disabled_at IS NOT NULL, created_at, account.id LIMIT ${MOST_ACCOUNTS}`,
  parameters: { email: 'text' },
  row: { ...rowWithHash, isDisabled: 'bool' },
});

const FIND_HASH = defineStatement({
  name: 'find-password-hash',
  text: `
    SELECT password_hash AS "passwordHash" FROM account
    WHERE email = $1 AND password_hash IS NOT NULL AND ($2::uuid IS NULL OR id <> $2::uuid)
    ORDER BY created_at, id LIMIT 1`,
  parameters: { email: 'text', except: 'text?' },
  row: { passwordHash: 'text' },
});

const REPLACE_HASH = defineStatement({
  name: 'replace-password-hash',
  text: `
    UPDATE account SET password_hash = $3 WHERE id = $1::uuid AND password_hash = $2
    RETURNING id::text AS id`,
  parameters: { id: 'text', from: 'text', to: 'text' },
  row: { id: 'text' },
});

const LIST_ACCOUNTS_BY_UPSTREAM = defineStatement({
  name: 'list-accounts-by-upstream',
  text: `
    SELECT ${columns} FROM account
    WHERE upstream_issuer = $1 AND upstream_subject = $2 AND disabled_at IS NULL
    ORDER BY created_at, account.id LIMIT ${MOST_ACCOUNTS}`,
  parameters: { issuer: 'text', subject: 'text' },
  row,
});

const SET_NAME = defineStatement({
  name: 'set-account-name',
  text: `
    UPDATE account SET name = $2 WHERE id = $1::uuid AND name IS DISTINCT FROM $2
    RETURNING id::text AS id`,
  parameters: { id: 'text', name: 'text?' },
  row: { id: 'text' },
});

const HAS_EMAIL = defineStatement({
  name: 'has-account-with-email',
  text: `
    SELECT EXISTS (SELECT FROM account WHERE organization_id = $1 AND email = $2) AS "hasEmail"`,
  parameters: { organizationId: 'text', email: 'text' },
  row: { hasEmail: 'bool' },
});

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
    const upstream = credential && 'upstream' in credential ? credential.upstream : undefined;
    const created = await this.#database.statements.rows(CREATE_ACCOUNT, {
      ...account,
      name: account.name ?? null,
      passwordHash: credential && 'passwordHash' in credential ? credential.passwordHash : null,
      upstreamIssuer: upstream?.issuer ?? null,
      upstreamSubject: upstream?.subject ?? null,
    });
    return created.length > 0;
  }

  async find(id: string): Promise<Account | undefined> {
    const [found] = await this.#database.statements.rows(FIND_ACCOUNT, { id });
    return found;
  }

  /** With the hash of the password. */
  async findWithPassword(id: string): Promise<PasswordAccount | undefined> {
    const [found] = await this.#database.statements.rows(FIND_ACCOUNT_WITH_PASSWORD, { id });
    return found;
  }

  /** The accounts with an address and a password: at most one in each organization, disabled ones last. */
  listByEmail(email: string): Promise<TriedAccount[]> {
    return this.#database.statements.rows(LIST_ACCOUNTS_BY_EMAIL, { email });
  }

  /** The hash of a password of the first account with an address, disabled ones included, but for one. */
  async findHash(email: string, except?: string): Promise<string | undefined> {
    const values = { email, except: except ?? null };
    const [found] = await this.#database.statements.rows(FIND_HASH, values);
    return found?.passwordHash;
  }

  /** @returns false where the account has another hash meanwhile */
  async replaceHash(id: string, from: string, to: string): Promise<boolean> {
    return (await this.#database.statements.rows(REPLACE_HASH, { id, from, to })).length > 0;
  }

  /** At most one account in each organization. */
  findByUpstream({ issuer, subject }: UpstreamLink): Promise<Account[]> {
    return this.#database.statements.rows(LIST_ACCOUNTS_BY_UPSTREAM, { issuer, subject });
  }

  /** @returns whether the account had another name */
  async setName(id: string, name: string | null): Promise<boolean> {
    return (await this.#database.statements.rows(SET_NAME, { id, name })).length > 0;
  }

  /** Whether any account of the organization, disabled ones included, has the address. */
  async hasEmail(organizationId: string, email: string): Promise<boolean> {
    const [found] = await this.#database.statements.rows(HAS_EMAIL, { organizationId, email });
    return found?.hasEmail ?? false;
  }

  /**
   * Whether a browser session of an account is still one. A session of the release before has no
   * version: 0.
   */
  async isSession(id: string, version = 0): Promise<boolean> {
    return (await this.find(id))?.sessionVersion === version;
  }
}
