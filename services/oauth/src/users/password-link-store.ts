import { randomBytes } from 'node:crypto';
import { defineStatement } from '@app-platform/runtime/database';
import type { Database } from '../database/database.ts';
import { recordDigest } from '../database/record-digest.ts';

/** Who a link is for. */
export type LinkedUser = { accountId: string; email: string };

const FIND_LINK = defineStatement({
  name: 'find-password-link',
  text: `
    SELECT a.id::text AS "accountId", a.email FROM password_link l JOIN account a ON a.id = l.account_id
    WHERE l.digest = $1 AND l.expires_at > $2 AND a.disabled_at IS NULL`,
  parameters: { digest: 'bytea', now: 'timestamptz' },
  row: { accountId: 'text', email: 'text' },
});

const TAKE_LINK = defineStatement({
  name: 'take-password-link',
  text: 'DELETE FROM password_link WHERE digest = $1 AND expires_at > $2 RETURNING account_id::text AS "accountId"',
  parameters: { digest: 'bytea', now: 'timestamptz' },
  row: { accountId: 'text' },
});

/** Single-use links by which users set a password. The database has their digests only. */
export class PasswordLinkStore {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /** Replaces the user's link. @returns the token of the new one */
  async create(accountId: string, expiresAt: Date): Promise<string> {
    const token = randomBytes(32).toString('base64url');
    const data = { digest: digestOf(token), expiresAt };
    await this.#database.client.passwordLink.upsert({
      where: { accountId },
      create: { ...data, accountId },
      update: data,
      select: { accountId: true },
    });
    return token;
  }

  /** @returns undefined for a link that is unknown, used or expired */
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
    await this.#database.client.passwordLink.deleteMany({ where: { accountId } });
  }
}

function digestOf(token: string) {
  return recordDigest('PasswordLink', token);
}
