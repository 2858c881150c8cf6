import { randomBytes, randomUUID } from 'node:crypto';
import { Database } from '@app-platform/oauth/database';
import { KeyEncryption } from '@app-platform/oauth/keys';
import { RegistryClient } from '@app-platform/oauth/registry-client';
import { createOauthService } from '@app-platform/oauth/server';
import { MemoryStore, RedisStore, testRedisUrl } from '@app-platform/oauth/testing';
import { openRegistryDatabase } from '@app-platform/registry/database';
import { createRegistry } from '@app-platform/registry/server';
import { createLogger, type Listener, listen } from '@app-platform/service-kit';
import { openTestDatabase } from '@app-platform/workbench/test-database';
import { freePort } from './run-process.ts';

const tokens = {
  serviceToken: 'service-token-of-the-tests-0123456789',
  operatorToken: 'operator-token-of-the-tests-012345678',
};
const host = '127.0.0.1';

/** Both services, listening, each on a database of its own, and a time that the test can move. */
export type Platform = {
  baseUrl: string;
  oauthUrl: string;
  registryInternalUrl: string;
  oauthInternalUrl: string;
  operatorToken: string;
  now: { value: () => Date };
  logLines: string[];
  close(): Promise<void>;
};

export async function startPlatform(): Promise<Platform> {
  const now = { value: () => new Date() };
  const clock = () => now.value();
  const logLines: string[] = [];
  const logger = createLogger('test', 'info', { write: (line) => void logLines.push(line) });
  const [port, oauthPort] = [await freePort(), await freePort()];
  const baseUrl = `http://${host}:${port}`;
  const oauthUrl = `http://${host}:${oauthPort}`;

  const registryDatabase = openRegistryDatabase(await openTestDatabase('registry'));
  const oauthInternalPort = await freePort();
  const oauthInternalUrl = `http://${host}:${oauthInternalPort}`;
  const registry = createRegistry({
    database: registryDatabase,
    clock,
    logger,
    tokens,
    oauth: { issuer: oauthUrl, audience: baseUrl, internalUrl: oauthInternalUrl },
  });
  const listeners: Listener[] = [await listen(registry.publicApp, { host, port })];
  const internal = await listen(registry.internalApp, { host, port: 0 });
  const registryInternalUrl = `http://${host}:${internal.port}`;

  const database = new Database(await openTestDatabase('oauth'));
  const { serviceToken } = tokens;
  const client = new RegistryClient({ baseUrl: registryInternalUrl, serviceToken });
  const redisUrl = testRedisUrl();
  const ephemeral = redisUrl
    ? await RedisStore.connect(redisUrl, () => undefined, `app-platform-test:${randomUUID()}:`)
    : new MemoryStore(clock);
  const oauth = await createOauthService({
    issuer: oauthUrl,
    audience: baseUrl,
    database,
    ephemeral,
    registry: client,
    keyEncryption: new KeyEncryption(randomBytes(32).toString('base64url')),
    tokens,
    graceSeconds: 10,
    clock,
    logger,
  });
  listeners.push(await listen(oauth.publicApp, { host, port: oauthPort }));
  const oauthInternal = await listen(oauth.internalApp, { host, port: oauthInternalPort });
  listeners.push(internal, oauthInternal);
  await registry.start();

  return {
    baseUrl,
    oauthUrl,
    registryInternalUrl,
    oauthInternalUrl,
    operatorToken: tokens.operatorToken,
    now,
    logLines,
    close: async () => {
      await Promise.all(listeners.map((listener) => listener.close()));
      client.close();
      await ephemeral.close();
      await registry.stop();
      await registryDatabase.close();
      await database.close();
    },
  };
}
