import type { DatabaseClient } from '../database/database.ts';

/** What is known of a client secret: null for the end of the current one. */
export type SecretRecord = { id: string; createdAt: Date; endsAt: Date | null };

export class SecretStore {
  readonly #client: DatabaseClient;

  constructor(client: DatabaseClient) {
    this.#client = client;
  }

  /** The secrets of an app that are valid at a time, the latest first. */
  async list(appId: bigint, at: Date): Promise<SecretRecord[]> {
    const rows = await this.#client.clientSecret.findMany({
      where: { appId, OR: [{ expiresAt: null }, { expiresAt: { gt: at } }] },
      select: { id: true, createdAt: true, expiresAt: true },
      orderBy: [{ createdAt: 'desc' }, { expiresAt: { sort: 'desc', nulls: 'first' } }],
    });
    return rows.map(({ expiresAt, ...secret }) => ({ ...secret, endsAt: expiresAt }));
  }

  /**
   * Makes a secret an app's only current one. Secrets that have ended are removed.
   * @param previousEndsAt when the current one ends. Secrets that have an end keep it. Null ends all now
   */
  async replace(
    appId: bigint,
    secret: { id: string; digest: Uint8Array<ArrayBuffer>; createdAt: Date },
    previousEndsAt: Date | null,
  ): Promise<void> {
    const ended = previousEndsAt ? { expiresAt: { lte: secret.createdAt } } : {};
    await this.#client.clientSecret.deleteMany({ where: { appId, ...ended } });
    await this.#client.clientSecret.updateMany({
      where: { appId, expiresAt: null },
      data: { expiresAt: previousEndsAt },
    });
    await this.#client.clientSecret.create({ data: { ...secret, appId }, select: { id: true } });
  }
}
