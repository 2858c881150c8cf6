import { unwrap } from '@app-platform/client/source';
import { queryOptions } from '@tanstack/react-query';
import { registry } from '../api/clients.ts';
import { readAll } from '../api/read-all.ts';
import type { DirectoryApp, Visibility } from '../directory/queries.ts';

/** The apps that the organization has registered. */
export const ownAppsQuery = queryOptions({
  queryKey: ['apps', 'own'],
  queryFn: () =>
    readAll<DirectoryApp>((page) => {
      const params = { query: { owner: 'own' as const, 'page[size]': 100, ...page } };
      return registry.GET('/v1/apps/available', { params });
    }),
});

export type ListedDraft = Awaited<ReturnType<typeof readDrafts>>[number];

/** The drafts of the organization that have not expired. */
export const draftsQuery = queryOptions({ queryKey: ['apps', 'drafts'], queryFn: readDrafts });

function readDrafts() {
  return readAll((page) => {
    const params = { query: { 'page[size]': 100, ...page } };
    return registry.GET('/v1/apps/drafts', { params });
  });
}

/** How many organizations have each version installed. */
export function installationCountsQuery(name: string, visibility: Visibility) {
  return queryOptions({
    queryKey: ['apps', 'counts', name, visibility],
    queryFn: async () => {
      const counts = await readAll((page) => {
        const params = { path: { name }, query: { visibility, 'page[size]': 100, ...page } };
        return registry.GET('/v1/apps/available/{name}/installations', { params });
      });
      return new Map(
        counts.map(({ attributes: { version, installations } }) => [version, installations]),
      );
    },
  });
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
  return (await unwrap(registry.GET(path, { params }))).data;
}
