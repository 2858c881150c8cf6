import { DirectoryStore } from '@app-platform/registry/directory';
import pg from 'pg';
import type { Ask, LatencyScenario } from './latencies.ts';
import type { Platform } from './platform.ts';
import { WARM_REQUESTS } from './rounds.ts';
import {
  SeededRegistry as Seeded,
  type SeededRegistry,
  type SeedingPlace,
} from './seeded-registry.ts';

const LARGE = { organizations: 100_000, apps: 100_000, versions: 1_000_000 };
const SMALL = { organizations: 100, apps: 100, versions: 1_000 };
const GROWTH_TARGET = 0.7;
const SEARCH_TARGET = 0.6;

/** One request of each operation, the same at every size. */
const operations: Record<string, (registry: SeededRegistry) => Ask> = {
  'registerApp, a new app': registering,
  'registerApp, a new version': registeringAgain,
  listApps: getting(() => '/v1/apps/available'),
  'listApps by text': getting(() => '/v1/apps/available?q=number%2042.'),
  'listApps by tag': getting(() => '/v1/apps/available?tag=ai'),
  readApp: getting(({ app }) => `/v1/apps/available/${app}-1.3.0`),
  listVersions: getting(({ app }) => `/v1/apps/available/${app}/versions`),
  updateApp: (registry) => async () => {
    const path = `/v1/apps/available/${registry.app}-1.3.0`;
    return (await registry.ask('PATCH', path, { description: 'Described again' })).milliseconds;
  },
  generateSecret: (registry) => async () =>
    (await registry.ask('POST', `/v1/apps/available/${registry.app}/secret`, {})).milliseconds,
  installApp: (registry) => async () =>
    (await registry.ask('POST', '/v1/apps/installed', { app: registry.app })).milliseconds,
  listInstalledApps: getting(() => '/v1/apps/installed'),
  uninstallApp: uninstalling,
  listAttributes: getting(() => '/v1/apps/metadata'),
  listAttributesOfKlass: getting(() => '/v1/apps/metadata/customer'),
  whoAmI: getting(() => '/v1/me'),
  createApiKey: (registry) => async () =>
    (await registry.ask('POST', '/v1/api-keys', { roles: ['org.admin.apps'] })).milliseconds,
  listApiKeys: getting(() => '/v1/api-keys'),
  revokeApiKey: revoking,
  listAuditEvents: getting(() => '/v1/audit'),
  'the internal check of a client': (registry) => async () => {
    const path = `/internal/clients/${registry.clientId}?organizationId=${registry.organizationId}`;
    return (await registry.ask('GET', path, undefined, true)).milliseconds;
  },
};

/** Too short for an index of trigrams; the quickest, since the first apps match. */
const SHORT_SEARCH = 'or';
/** Often, seldom, in no app. */
const searches = ['order', 'swift invoice desk', 'number 4711', 'nowhere at all', SHORT_SEARCH];

const growthName = (operation: string) => `growth to 1,000,000 app versions: ${operation}`;
const searchPath = (text: string) => `/v1/apps/available?q=${encodeURIComponent(text)}`;
const searchName = (text: string) => `search of 100,000 apps for '${text}', against its SQL alone`;

/** The names of all of them, known before anything is seeded. */
export const growthNames = [
  ...searches.map(searchName),
  ...Object.keys(operations).map(growthName),
];

/**
 * What grows with a registry, and what a search costs beside its SQL. Seeding takes minutes, so it
 * waits until one of them is asked for.
 */
export async function growthScenarios(
  platform: Platform,
  place: SeedingPlace,
  isAskedFor: (scenario: { name: string }) => boolean,
  say: (text: string) => void,
): Promise<{ scenarios: LatencyScenario[]; close(): Promise<void> }> {
  const growing = Object.entries(operations).filter(([name]) =>
    isAskedFor({ name: growthName(name) }),
  );
  const searching = searches.filter((text) => isAskedFor({ name: searchName(text) }));
  const unprofiled = { ...place, profileFolder: undefined };
  const large = await Seeded.start(platform, unprofiled, LARGE, say);
  const small = await Seeded.start(platform, unprofiled, SMALL, say);
  const client = new pg.Client(large.databaseUrl);
  await client.connect();
  say('Warming up both registries, and the SQL alone…');
  const path = searchPath(SHORT_SEARCH);
  for (const registry of [large, small]) await registry.warmUp(path, WARM_REQUESTS);
  const searchAlone = searchingAlone(client, large, SHORT_SEARCH);
  for (let request = 0; request < WARM_REQUESTS; request += 1) await searchAlone();
  const ofOperations = growing.map(
    ([name, ask]): LatencyScenario => ({
      name: growthName(name),
      target: GROWTH_TARGET,
      ours: ask(large),
      baseline: ask(small),
    }),
  );
  const ofSearches = searching.map(
    (text): LatencyScenario => ({
      name: searchName(text),
      target: SEARCH_TARGET,
      ours: getting(() => searchPath(text))(large),
      baseline: searchingAlone(client, large, text),
    }),
  );
  return { scenarios: [...ofSearches, ...ofOperations], close: () => client.end() };
}

function getting(path: (registry: SeededRegistry) => string): (registry: SeededRegistry) => Ask {
  return (registry) => async () => (await registry.ask('GET', path(registry))).milliseconds;
}

function registering(registry: SeededRegistry): Ask {
  let number = 0;
  return async () => {
    number += 1;
    const definition = { app: `grown_${number}`, version: '1.0.0', title: 'Grown' };
    return (await registry.ask('POST', '/v1/apps/available', definition)).milliseconds;
  };
}

function registeringAgain(registry: SeededRegistry): Ask {
  let number = 0;
  const app = 'growing';
  return async () => {
    number += 1;
    const definition = { app, version: `1.${number}.0`, title: 'Growing' };
    return (await registry.ask('POST', '/v1/apps/available', definition)).milliseconds;
  };
}

function uninstalling(registry: SeededRegistry): Ask {
  return async () => {
    await registry.ask('POST', '/v1/apps/installed', { app: registry.app });
    return (await registry.ask('DELETE', `/v1/apps/installed/${registry.app}`)).milliseconds;
  };
}

function revoking(registry: SeededRegistry): Ask {
  return async () => {
    const { text } = await registry.ask('POST', '/v1/api-keys', { roles: ['org.admin.apps'] });
    const { id } = JSON.parse(text).data as { id: string };
    return (await registry.ask('DELETE', `/v1/api-keys/${id}`)).milliseconds;
  };
}

function searchingAlone(client: pg.Client, { organizationId }: SeededRegistry, text: string): Ask {
  const directory = new DirectoryStore({
    rows: async ({ text: sql }, values) => (await client.query(sql, [...values])).rows,
  });
  return async () => {
    const startedAt = performance.now();
    await directory.search(organizationId, { text, page: { size: 20 } });
    return performance.now() - startedAt;
  };
}
