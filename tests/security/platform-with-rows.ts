import { randomBytes } from 'node:crypto';
import type { DatabaseConnection } from '@app-platform/runtime/database';
import { openTestDatabase } from '@app-platform/tooling/test-database';
import { freePort } from '../flow/free-ports.ts';
import { type Platform, startPlatform } from '../flow/platform.ts';

/** A platform whose databases hold rows that its APIs no longer accept. */
export type PlatformWithRows = {
  platform: Platform;
  keysEncryptionKey: string;
  execute(sql: string, service?: 'registry' | 'oauth'): Promise<void>;
};

export async function startPlatformWithRows(
  options: Parameters<typeof startPlatform>[0] = {},
): Promise<PlatformWithRows> {
  const connections = new Map<string, DatabaseConnection>();
  const keysEncryptionKey = randomBytes(32).toString('base64url');
  const platform = await startPlatform({
    ...options,
    kept: {
      open: async (service) => {
        const connection = await openTestDatabase(service);
        connections.set(service, connection);
        return connection;
      },
      port: await freePort(),
      oauthPort: await freePort(),
      keysEncryptionKey,
    },
  });
  const execute: PlatformWithRows['execute'] = async (sql, service = 'registry') => {
    const session = await connections.get(service)?.adapter.connect();
    await session?.executeScript(sql);
    await session?.dispose();
  };
  return { platform, keysEncryptionKey, execute };
}
