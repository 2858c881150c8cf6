import { randomUUID } from 'node:crypto';
import { testRedisUrl } from '@app-platform/oauth/testing';
import { tokens } from '@app-platform/testing/credentials';
import { createTestDatabase } from '@app-platform/testing/databases/test-database';
import { freePort } from '@app-platform/testing/processes/free-ports';
import { RunningProcess } from '@app-platform/testing/processes/run-process';
import type { PlatformAddresses } from './platform.ts';
import { serviceEnvironment } from './service-environment.ts';

/** Both services as they are run: each a process of its own, on a database of its own. */
export type PlatformProcesses = PlatformAddresses & {
  /** What each service shows the other. */
  serviceToken: string;
  oauthDatabaseUrl: string;
  /** What a service has logged, in lines of JSON. */
  logOf(service: 'registry' | 'oauth'): string;
  /** Fails where a process did not live until then, or does not end well. */
  close(): Promise<void>;
};

/** @param settings of the services, beyond those that they need to find one another */
export async function startPlatformProcesses(
  settings: Record<string, string> = {},
): Promise<PlatformProcesses> {
  const ports = await Promise.all(Array.from({ length: 4 }, freePort));
  const [port, internalPort, oauthPort, oauthInternalPort] = ports.map(String);
  const databases = [await createTestDatabase('registry'), await createTestDatabase('oauth')];
  const [registryDatabaseUrl = '', oauthDatabaseUrl = ''] = databases.map(({ url }) => url);
  const addresses = {
    baseUrl: `http://127.0.0.1:${port}`,
    oauthUrl: `http://127.0.0.1:${oauthPort}`,
    registryInternalUrl: `http://127.0.0.1:${internalPort}`,
    oauthInternalUrl: `http://127.0.0.1:${oauthInternalPort}`,
  };
  const environment = {
    ...serviceEnvironment(addresses, { registry: registryDatabaseUrl, oauth: oauthDatabaseUrl }),
    REGISTRY_PORT: port ?? '',
    REGISTRY_INTERNAL_PORT: internalPort ?? '',
    OAUTH_PORT: oauthPort ?? '',
    OAUTH_INTERNAL_PORT: oauthInternalPort ?? '',
    REDIS_URL: testRedisUrl() ?? '',
    REDIS_PREFIX: `app-platform-test:${randomUUID()}:`,
    ...settings,
  };
  // The registry reads of the OAuth service when it starts, and else again after a moment.
  const oauth = new RunningProcess(['services/oauth/src/main.ts'], environment);
  await oauth.says('"ready"');
  const registry = new RunningProcess(['services/registry/src/main.ts'], environment);
  await registry.says('"ready"');
  return {
    ...addresses,
    ...tokens,
    oauthDatabaseUrl,
    logOf: (service) => ({ registry, oauth })[service].stdout,
    close: async () => {
      const ends = await Promise.all([registry.stop(), oauth.stop()]);
      await Promise.all(databases.map(({ remove }) => remove()));
      for (const { code, stdout, stderr } of ends) {
        if (code !== 0) throw new Error(`A service ended with ${code}: ${stdout}${stderr}`);
      }
    },
  };
}
