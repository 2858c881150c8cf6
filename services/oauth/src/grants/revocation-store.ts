import type { Revocation } from '@app-platform/contracts';
import type { Clock } from '@app-platform/service-kit';
import type { Database } from '../database/database.ts';
import { ACCESS_TOKEN_SECONDS } from '../provider/access-token-lifetime.ts';

/** How long a transaction may take: rows of that age are told again. */
const OVERLAP_MILLISECONDS = 30_000;
const MOST_ROWS = 10_000;

/** What the registry is told to refuse. */
export class RevocationStore {
  readonly #database: Database;
  readonly #clock: Clock;

  constructor(database: Database, clock: Clock) {
    this.#database = database;
    this.#clock = clock;
  }

  async add(kind: Revocation['kind'], value: string): Promise<void> {
    const now = this.#clock();
    const expiresAt = new Date(now.getTime() + ACCESS_TOKEN_SECONDS * 1000);
    await this.#database.client.revocation.createMany({
      data: { kind, value, at: now, expiresAt },
      skipDuplicates: true,
    });
  }

  /** Whether a token or its grant is revoked. */
  async includes(token: string, grant: string): Promise<boolean> {
    const kinds = [
      { kind: 'token', value: token },
      { kind: 'grant', value: grant },
    ];
    const where = { OR: kinds };
    return (await this.#database.client.revocation.count({ where })) > 0;
  }

  /** What was added after a revocation, and whatever is recent. */
  async list(after: bigint): Promise<Revocation[]> {
    const now = this.#clock();
    const recent = new Date(now.getTime() - OVERLAP_MILLISECONDS);
    const rows = await this.#database.client.revocation.findMany({
      where: { expiresAt: { gt: now }, OR: [{ id: { gt: after } }, { at: { gt: recent } }] },
      orderBy: { id: 'asc' },
      take: MOST_ROWS,
    });
    return rows.map(({ id, kind, value, expiresAt }) => ({
      id: String(id),
      kind: kind === 'token' ? 'token' : 'grant',
      value,
      expiresAt: expiresAt.toISOString(),
    }));
  }
}
