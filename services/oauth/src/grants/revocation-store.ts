import {
  ACCESS_TOKEN_SECONDS,
  type Revocation,
  type RevocationFeed,
} from '@app-platform/contracts';
import type { Clock } from '@app-platform/runtime';
import { defineStatement } from '@app-platform/runtime/database';
import type { Database } from '../database/database.ts';

const PAGE_ROWS = 10_000;

const IS_REVOKED = defineStatement({
  name: 'is-revoked',
  text: `
    SELECT EXISTS (SELECT FROM revocation WHERE kind = 'token' AND value = $1)
      OR EXISTS (SELECT FROM revocation WHERE kind = 'grant' AND value = $2) AS revoked`,
  parameters: { token: 'text', grant: 'text' },
  row: { revoked: 'bool' },
});

const LIST_REVOCATIONS = defineStatement({
  name: 'list-revocations',
  text: `
    SELECT id, kind, value, expires_at AS "expiresAt" FROM revocation
    WHERE id > $1 AND expires_at > $2 ORDER BY id LIMIT $3::int4`,
  parameters: { after: 'int8', now: 'timestamptz', most: 'int4' },
  row: { id: 'int8', kind: 'text', value: 'text', expiresAt: 'timestamptz' },
});

/** The tokens and grants that the registry must refuse. */
export class RevocationStore {
  readonly #database: Database;
  readonly #clock: Clock;
  readonly #pageRows: number;

  constructor(database: Database, clock: Clock, pageRows = PAGE_ROWS) {
    this.#database = database;
    this.#clock = clock;
    this.#pageRows = pageRows;
  }

  async addToken(id: string): Promise<void> {
    await this.#add('token', [id]);
  }

  /** @param digests of the ids of grants */
  async addGrants(digests: readonly string[]): Promise<void> {
    await this.#add('grant', digests);
  }

  async #add(kind: Revocation['kind'], values: readonly string[]): Promise<void> {
    const at = this.#clock();
    const expiresAt = new Date(at.getTime() + ACCESS_TOKEN_SECONDS * 1000);
    await this.#database.client.revocation.createMany({
      data: values.map((value) => ({ kind, value, at, expiresAt })),
      skipDuplicates: true,
    });
  }

  /** Whether a token or its grant is revoked. */
  async includes(token: string, grant: string): Promise<boolean> {
    const [found] = await this.#database.statements.rows(IS_REVOKED, { token, grant });
    return found?.revoked ?? false;
  }

  /** A page of the revocations that were added after another one, the oldest first. */
  async list(after: bigint): Promise<RevocationFeed> {
    const values = { after, now: this.#clock(), most: this.#pageRows + 1 };
    const rows = await this.#database.statements.rows(LIST_REVOCATIONS, values);
    const revocations = rows.slice(0, this.#pageRows).map(({ id, kind, value, expiresAt }) => ({
      id: String(id),
      kind: kind as Revocation['kind'],
      value,
      expiresAt: expiresAt.toISOString(),
    }));
    return { revocations, more: rows.length > this.#pageRows };
  }
}
