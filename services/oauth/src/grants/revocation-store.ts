import type { Revocation } from '@app-platform/contracts';
import type { Clock } from '@app-platform/service-kit';
import type { Database } from '../database/database.ts';
import { ACCESS_TOKEN_SECONDS } from '../provider/lifetimes.ts';

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
