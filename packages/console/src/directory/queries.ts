import type { AppDefinition } from '@app-platform/app-definition';
import { unwrap } from '@app-platform/client/source';
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { pageAfter, pagination, readAll, registry } from '../api/clients.ts';
import type { DirectorySort } from './directory-sorts.ts';

export type DirectorySearch = { q?: string; tag?: string; sort?: DirectorySort };
export type Visibility = 'private' | 'public';
export type DirectoryApp = Awaited<ReturnType<typeof readPage>>['data'][number];
type AppRecord = Awaited<ReturnType<typeof readRecord>>['data']['attributes'];
type Standing = Pick<AppRecord, 'blocked' | 'deprecated' | 'yanked'>;
/** An app's record with its definition. What is inside of components is unchecked. */
export type App = Omit<AppDefinition, 'app'> &
  Standing &
  Pick<AppRecord, 'name' | 'title' | 'identifier' | 'visibility' | 'createdAt'> & {
    organization: { id: string; name: string; verified: boolean };
  };
export type Installation = Awaited<ReturnType<typeof readInstallations>>[number];
export type Plan = Awaited<ReturnType<typeof readPlan>>;

export function directoryQuery(search: DirectorySearch) {
  return infiniteQueryOptions({
    queryKey: ['apps', 'directory', search],
    queryFn: ({ pageParam }) => readPage(search, pageParam),
    ...pagination,
  });
}

function readPage(search: DirectorySearch, after: string) {
  const query = { ...search, ...pageAfter(after, 24) };
  return unwrap(registry.GET('/v1/apps/available', { params: { query } }));
}

/** The first apps that fit what is typed. */
export function foundAppsQuery(typed: string) {
  return queryOptions({
    queryKey: ['apps', 'found', typed],
    queryFn: async () => (await readPage({ q: typed }, '')).data,
    placeholderData: keepPreviousData,
  });
}

/** @param appVersion a name, for the current version, or `<name>-<version>` */
export function appQuery(appVersion: string, visibility?: Visibility) {
  return queryOptions({
    queryKey: ['apps', 'app', appVersion, visibility],
    queryFn: () => readApp(appVersion, visibility),
  });
}

async function readApp(appVersion: string, visibility?: Visibility): Promise<App> {
  const { data, meta } = await readRecord(appVersion, visibility);
  return { ...data.attributes, organization: meta.organization } as App;
}

function readRecord(appVersion: string, visibility?: Visibility) {
  const params = { path: { appVersion }, query: visibility ? { visibility } : {} };
  return unwrap(registry.GET('/v1/apps/available/{appVersion}', { params }));
}

export function versionsQuery(name: string, visibility?: Visibility) {
  return queryOptions({
    queryKey: ['apps', 'versions', name, visibility],
    queryFn: () => readVersions(name, visibility),
  });
}

function readVersions(name: string, visibility?: Visibility) {
  return readAll((page) => {
    const query = { ...page, ...(visibility && { visibility }) };
    const params = { path: { name }, query };
    return registry.GET('/v1/apps/available/{name}/versions', { params });
  });
}

export const installationsQuery = queryOptions({
  queryKey: ['apps', 'installations'],
  queryFn: readInstallations,
});

async function readInstallations() {
  const found = await readAll((page) =>
    registry.GET('/v1/apps/installed', { params: { query: page } }),
  );
  return found.map(({ attributes }) => attributes);
}

export type UninstalledApp = Awaited<ReturnType<typeof readUninstalled>>[number];

/** The apps that can be restored, for administrators of apps. */
export const uninstalledQuery = queryOptions({
  queryKey: ['apps', 'uninstalled'],
  queryFn: readUninstalled,
});

async function readUninstalled() {
  const found = await readAll((page) =>
    registry.GET('/v1/apps/uninstalled', { params: { query: page } }),
  );
  return found.map(({ id, attributes }) => ({ id, ...attributes }));
}

export type PlannedChange = {
  app: string;
  to?: string | null;
  visibility?: Visibility;
  withDependencies?: boolean;
  roles?: Record<string, string[]>;
};

/** A plan is made for the dialog that shows it, and is not kept. */
export function planQuery(change: PlannedChange) {
  return queryOptions({
    queryKey: ['plan', change],
    queryFn: () => readPlan(change),
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  });
}

export async function readPlan(change: PlannedChange) {
  const { data } = await unwrap(registry.POST('/v1/apps/plan', { body: change }));
  return { id: data.id, ...data.attributes };
}

export type InstallationRequest = Awaited<ReturnType<typeof readInstallationRequests>>[number];

/** Those of the person, unless the person administers apps. */
export const installationRequestsQuery = queryOptions({
  queryKey: ['installation-requests'],
  queryFn: readInstallationRequests,
});

async function readInstallationRequests() {
  const found = await readAll((page) =>
    registry.GET('/v1/installation-requests', { params: { query: page } }),
  );
  return found.map(({ id, attributes }) => ({ id, ...attributes }));
}
