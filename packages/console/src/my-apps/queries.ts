import { unwrap } from '@app-platform/client/source';
import { queryOptions, useSuspenseQueries, useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { readAll, registry } from '../api/clients.ts';
import {
  type App,
  appQuery,
  type DirectoryApp,
  type Visibility,
  versionsQuery,
} from '../directory/queries.ts';

const route = getRouteApi('/my-apps/$name');

export type OwnApp = App & { clientId: string };

/** The app of the address, in its current version. */
export function useOwnApp() {
  const { name } = route.useParams();
  const { visibility } = route.useSearch();
  return useSuspenseQuery(appQuery(name, visibility)).data as OwnApp;
}

/** The apps that the organization has registered. */
export const ownAppsQuery = queryOptions({
  queryKey: ['apps', 'own'],
  queryFn: () =>
    readAll<DirectoryApp>((page) => {
      const params = { query: { owner: 'own' as const, ...page } };
      return registry.GET('/v1/apps/available', { params });
    }),
});

export type ListedDraft = Awaited<ReturnType<typeof readDrafts>>[number];

/** The drafts of the organization that have not expired. */
export const draftsQuery = queryOptions({ queryKey: ['apps', 'drafts'], queryFn: readDrafts });

function readDrafts() {
  return readAll((page) => registry.GET('/v1/apps/drafts', { params: { query: page } }));
}

/** How many organizations have each version installed. */
function installationCountsQuery(name: string, visibility: Visibility) {
  return queryOptions({
    queryKey: ['apps', 'counts', name, visibility],
    queryFn: async () => {
      const counts = await readAll((page) => {
        const params = { path: { name }, query: { visibility, ...page } };
        return registry.GET('/v1/apps/available/{name}/installations', { params });
      });
      return new Map(
        counts.map(({ attributes: { version, installations } }) => [version, installations]),
      );
    },
  });
}

export type ClientSecret = Awaited<ReturnType<typeof readSecrets>>[number];

/** The client secrets of an own app that are valid, the latest first. */
export function secretsQuery(name: string, visibility: Visibility) {
  return queryOptions({
    queryKey: ['apps', 'secrets', name, visibility],
    queryFn: () => readSecrets(name, visibility),
  });
}

async function readSecrets(name: string, visibility: Visibility) {
  const params = { path: { app: name }, query: { visibility } };
  return (await unwrap(registry.GET('/v1/apps/available/{app}/secrets', { params }))).data;
}

export type RefusedRequest = Awaited<ReturnType<typeof readRefusedRequests>>[number];

/** Why requests of an own app to the OAuth service were refused lately. */
export function refusedRequestsQuery(name: string, visibility: Visibility) {
  return queryOptions({
    queryKey: ['apps', 'refused requests', name, visibility],
    queryFn: () => readRefusedRequests(name, visibility),
  });
}

async function readRefusedRequests(name: string, visibility: Visibility) {
  const params = { path: { name }, query: { visibility } };
  const path = '/v1/apps/available/{name}/refused-requests';
  const { data } = await unwrap(registry.GET(path, { params }));
  return data.map((one) => ({ id: `${one.endpoint} ${one.error} ${one.reason}`, ...one }));
}

/** A version as the table shows it. */
export type VersionRow = ReturnType<typeof useVersions>[number];

/** The versions of an own app, the highest first. */
export function useVersions({ name, visibility }: App) {
  const [{ data: versions }, { data: counts }] = useSuspenseQueries({
    queries: [versionsQuery(name, visibility), installationCountsQuery(name, visibility)],
  });
  return versions.map(({ id, attributes }, index) => ({
    id,
    version: attributes.version,
    createdAt: attributes.createdAt,
    deprecated: attributes.deprecated,
    yanked: attributes.yanked,
    blocked: attributes.blocked,
    /** The version before it. */
    before: versions[index + 1]?.attributes.version,
    organizations: counts.get(attributes.version) ?? 0,
  }));
}
