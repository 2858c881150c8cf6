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
}
