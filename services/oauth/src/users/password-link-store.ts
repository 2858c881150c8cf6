import { randomBytes } from 'node:crypto';
import { defineStatement } from '@app-platform/runtime/database';
import type { DatabaseAccess } from '../database/database.ts';
import { recordDigest } from '../database/record-digest.ts';

/** The user of a link, and the current roles of the user who created it. */
export type LinkedUser = {
  accountId: string;
  organizationId: string;
  email: string;
  roles: string[];
  /** Whether the user has no password yet. */
  isInvited: boolean;
  /** Null for the operator and for API keys. */
  issuerRoles: string[] | null;
};

/** A link, as its user and its issuer are when it is made. */
export type NewPasswordLink = {
  user: { id: string; email: string; roles: string[] };
  issuerId: string | undefined;
  expiresAt: Date;
};

const PUT_LINK = defineStatement({
  name: 'put-password-link',
  text: `
    INSERT INTO password_link (account_id, digest, expires_at, roles, email, issuer_id)
    VALUES ($1::uuid, $2, $3, $4::text[], $5, $6::uuid)
    ON CONFLICT (account_id) DO UPDATE SET digest = EXCLUDED.digest, expires_at = EXCLUDED.expires_at,
      roles = EXCLUDED.roles, email = EXCLUDED.email, issuer_id = EXCLUDED.issuer_id`,
  parameters: {
    accountId: 'text',
    digest: 'bytea',
    expiresAt: 'timestamptz',
    roles: 'text[]',
    email: 'text',
    issuerId: 'text?',
  },
  row: {},
});

const FIND_LINK = defineStatement({
  name: 'find-password-link',
  text: `
    SELECT a.id::text AS "accountId", a.organization_id AS "organizationId", a.email, a.roles, i.roles AS "issuerRoles",
      a.password_hash IS NULL AS "isInvited"
    FROM password_link l
    JOIN account a ON a.id = l.account_id AND a.roles = l.roles AND a.email = l.email
    LEFT JOIN account i ON i.id = l.issuer_id AND i.disabled_at IS NULL
    WHERE l.digest = $1 AND l.expires_at > $2 AND a.disabled_at IS NULL
      AND (l.issuer_id IS NULL OR i.id IS NOT NULL)`,
  parameters: { digest: 'bytea', now: 'timestamptz' },
  row: {
    accountId: 'text',
    organizationId: 'text',
    email: 'text',
    roles: 'text[]',
    issuerRoles: 'text[]?',
    isInvited: 'bool',
  },
});

const TAKE_LINK = defineStatement({
  name: 'take-password-link',
  text: 'DELETE FROM password_link WHERE digest = $1 AND expires_at > $2 RETURNING account_id::text AS "accountId"',
  parameters: { digest: 'bytea', now: 'timestamptz' },
  row: { accountId: 'text' },
});

const REMOVE_LINKS = defineStatement({
  name: 'remove-password-link',
  text: 'DELETE FROM password_link WHERE account_id = $1::uuid',
  parameters: { accountId: 'text' },
  row: {},
});

export type PasswordLinkStores = { passwordLinks: PasswordLinkStore };

/** Single-use links by which users set a password. The database has their digests only. */
export class PasswordLinkStore {
  readonly #database: DatabaseAccess;

  constructor(database: DatabaseAccess) {
    this.#database = database;
  }

  /** Replaces the user's link. @returns the token of the new one */
  async create({ user, issuerId, expiresAt }: NewPasswordLink): Promise<string> {
    const { id: accountId, email, roles } = user;
    const token = randomBytes(32).toString('base64url');
    const values = { accountId, digest: digestOf(token), expiresAt, email, roles };
    await this.#database.statements.rows(PUT_LINK, { ...values, issuerId: issuerId ?? null });
    return token;
  }

  /**
   * @returns undefined for a link that is unknown, used or expired, whose user has other roles or
   *   another address now, or whose issuer was disabled or deleted
   */
  async find(token: string, now: Date): Promise<LinkedUser | undefined> {
    const values = { digest: digestOf(token), now };
    const [found] = await this.#database.statements.rows(FIND_LINK, values);
    return found;
  }

  /** Uses a link up. @returns whether it could be used */
  async take(token: string, now: Date): Promise<boolean> {
    const values = { digest: digestOf(token), now };
    return (await this.#database.statements.rows(TAKE_LINK, values)).length > 0;
  }

  async removeOf(accountId: string): Promise<void> {
    await this.#database.statements.rows(REMOVE_LINKS, { accountId });
  }
}

function digestOf(token: string) {
  return recordDigest('PasswordLink', token);
}
