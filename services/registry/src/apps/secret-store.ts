import type { DatabaseClient } from '../database/database.ts';

export class SecretStore {
  readonly #client: DatabaseClient;

  constructor(client: DatabaseClient) {
    this.#client = client;
  }

  /**
   * Makes a secret an app's only current one.
   * @param previousEndsAt how long the one before lives on; null ends it now. Older ones end in any case
   */
  async replace(
    appId: bigint,
    secret: { id: string; digest: Uint8Array<ArrayBuffer>; createdAt: Date },
    previousEndsAt: Date | null,
  ): Promise<void> {
    const older = previousEndsAt ? { expiresAt: { not: null } } : {};
    await this.#client.clientSecret.deleteMany({ where: { appId, ...older } });
    await this.#client.clientSecret.updateMany({
      where: { appId },
      data: { expiresAt: previousEndsAt },
    });
    await this.#client.clientSecret.create({ data: { ...secret, appId }, select: { id: true } });
  }

  /** The digests of the secrets that are valid at a time. */
  async validDigests(appId: bigint, at: Date): Promise<Uint8Array[]> {
    const rows = await this.#client.clientSecret.findMany({
      where: { appId, OR: [{ expiresAt: null }, { expiresAt: { gt: at } }] },
      select: { digest: true },
    });
    return rows.map(({ digest }) => digest);
  }
}
