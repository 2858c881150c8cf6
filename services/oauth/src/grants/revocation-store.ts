import type { Revocation, RevocationFeed } from '@app-platform/contracts';
import type { Clock } from '@app-platform/service-kit';
import type { Database } from '../database/database.ts';
import { ACCESS_TOKEN_SECONDS } from '../provider/lifetimes.ts';

/** How long a transaction may take: rows of that age are told again, to a registry of the release before. */
const OVERLAP_MILLISECONDS = 30_000;
const MOST_ROWS = 10_000;

/** What the registry is told to refuse. */
export class RevocationStore {
  readonly #database: Database;
  readonly #clock: Clock;
  readonly #mostRows: number;

  /** @param mostRows of a page */
  constructor(database: Database, clock: Clock, mostRows = MOST_ROWS) {
    this.#database = database;
    this.#clock = clock;
    this.#mostRows = mostRows;
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

  /** What was added after a revocation, a page of it, and before that whatever is recent. */
  async list(after: bigint): Promise<RevocationFeed> {
    const now = this.#clock();
    const recent = now.getTime() - OVERLAP_MILLISECONDS + ACCESS_TOKEN_SECONDS * 1000;
    const { revocation } = this.#database.client;
    const [overlap, added] = await Promise.all([
      revocation.findMany({
        // By when they expire, which is what there is an index for.
        where: { id: { lte: after }, expiresAt: { gt: new Date(recent) } },
        orderBy: { expiresAt: 'desc' },
        take: this.#mostRows,
      }),
      revocation.findMany({
        where: { id: { gt: after }, expiresAt: { gt: now } },
        orderBy: { id: 'asc' },
        take: this.#mostRows + 1,
      }),
    ]);
    const page = [...overlap, ...added.slice(0, this.#mostRows)];
    const revocations = page.map(({ id, kind, value, expiresAt }) => ({
      id: String(id),
      kind: kind === 'token' ? ('token' as const) : ('grant' as const),
      value,
      expiresAt: expiresAt.toISOString(),
    }));
    return { revocations, more: added.length > this.#mostRows };
  }
}
