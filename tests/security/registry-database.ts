import { randomBytes } from 'node:crypto';
import type { DatabaseConnection } from '@app-platform/runtime/database';
import { openTestDatabase } from '@app-platform/tooling/test-database';
import { freePort } from '../flow/free-ports.ts';
import { type Platform, startPlatform } from '../flow/platform.ts';

/** A platform whose registry holds rows that its API no longer accepts. */
export type PlatformWithRows = { platform: Platform; execute(sql: string): Promise<void> };

export async function startPlatformWithRows(): Promise<PlatformWithRows> {
  let registry: DatabaseConnection | undefined;
  const platform = await startPlatform({
    kept: {
      open: async (service) => {
        const connection = await openTestDatabase(service);
        if (service === 'registry') registry = connection;
        return connection;
      },
      port: await freePort(),
      oauthPort: await freePort(),
      keysEncryptionKey: randomBytes(32).toString('base64url'),
    },
  });
  const execute = async (sql: string) => {
    const session = await registry?.adapter.connect();
    await session?.executeScript(sql);
    await session?.dispose();
  };
  return { platform, execute };
}
