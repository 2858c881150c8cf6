import { defineStatement, type Statements } from '@app-platform/runtime/database';

/** Keeps the time of a block that lasts already. */
const BLOCK_APP = defineStatement({
  name: 'block-app',
  text: `
    UPDATE app SET blocked_at = coalesce(blocked_at, $2), blocked_reason = $3 WHERE id = $1
    RETURNING blocked_at AS "blockedAt"`,
  parameters: { appId: 'int8', at: 'timestamptz', reason: 'text' },
  row: { blockedAt: 'timestamptz' },
});

/** Later than every installation, whatever the clocks of the replicas that installed the app say. */
const UNBLOCK_APP = defineStatement({
  name: 'unblock-app',
  text: `
    UPDATE app SET blocked_at = NULL, blocked_reason = NULL, unblocked_at = GREATEST(
      $2, unblocked_at + interval '1 millisecond',
      (SELECT max(installed_at) + interval '1 millisecond' FROM installation WHERE app_id = $1))
    WHERE id = $1`,
  parameters: { appId: 'int8', at: 'timestamptz' },
  row: {},
});

/** Blocks of apps. Lock the app before. */
export class BlockStore {
  readonly #statements: Statements;

  constructor(statements: Statements) {
    this.#statements = statements;
  }

  /** @returns since when it is blocked */
  async block(appId: bigint, reason: string, at: Date): Promise<Date> {
    const [row] = await this.#statements.rows(BLOCK_APP, { appId, at, reason });
    if (!row) throw new Error('an app vanished that was locked');
    return row.blockedAt;
  }

  async unblock(appId: bigint, at: Date): Promise<void> {
    await this.#statements.rows(UNBLOCK_APP, { appId, at });
  }
}
