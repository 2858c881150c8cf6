import { unwrap } from '@app-platform/client/source';
import { isFirstPartyClient } from '@app-platform/contracts';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { oauth, registry } from '../api/clients.ts';
import { readAll } from '../api/read-all.ts';
import type { AuditFilter, GrantFilter, RequestState } from './search.ts';

const PAGE_SIZE = 50;

export type ApiKey = Awaited<ReturnType<typeof readApiKeys>>[number];
export type User = Awaited<ReturnType<typeof readUsers>>['data'][number];
export type ListedGrants = ReturnType<typeof listedGrants>;
export type Grant = Awaited<ReturnType<typeof readGrants>>['data'][number];
export type ConsentRequest = Awaited<ReturnType<typeof readRequests>>['data'][number];
export type InstallationRequest = Awaited<ReturnType<typeof readInstallationRequests>>[number];
export type AuditEvent = Awaited<ReturnType<typeof readAuditPage>>['data'][number];

type Page = { meta: { page: { after: string | null } } };

const listing = {
  initialPageParam: '',
  getNextPageParam: ({ meta }: Page) => meta.page.after ?? undefined,
};

const pageFrom = (after: string) => ({
  'page[size]': PAGE_SIZE,
  ...(after && { 'page[after]': after }),
});

export const apiKeysQuery = queryOptions({ queryKey: ['api-keys'], queryFn: readApiKeys });

function readApiKeys() {
  return readAll((page) =>
    registry.GET('/v1/api-keys', { params: { query: { 'page[size]': 100, ...page } } }),
  );
}

/** @param q a part of the email address */
export function usersQuery(q?: string) {
  return infiniteQueryOptions({
    queryKey: ['users', 'list', q],
    queryFn: ({ pageParam }) => readUsers(q, pageParam),
    ...listing,
  });
}

function readUsers(q: string | undefined, after: string) {
  const query = { ...pageFrom(after), ...(q && { query: q }) };
  return unwrap(oauth.GET('/v1/users', { params: { query } }));
}

export function userQuery(id: string) {
  return queryOptions({
    queryKey: ['users', 'one', id],
    queryFn: async () =>
      (await unwrap(oauth.GET('/v1/users/{id}', { params: { path: { id } } }))).data,
  });
}

/** The grants that a filter lists. The name of an app says of which kind they are. */
export function listedGrants({ user, app, kind = 'app' }: GrantFilter) {
  const kindOfApp = app && (isFirstPartyClient(app) ? 'first_party' : 'app');
  return { ...(user && { user }), ...(app && { app }), kind: kindOfApp || kind };
}

export function grantsQuery(filter: ListedGrants) {
  return infiniteQueryOptions({
    queryKey: ['grants', filter],
    queryFn: ({ pageParam }) => readGrants(filter, pageParam),
    ...listing,
  });
}

function readGrants(filter: ListedGrants, after: string) {
  return unwrap(oauth.GET('/v1/grants', { params: { query: { ...filter, ...pageFrom(after) } } }));
}

export function requestsQuery(state: RequestState) {
  return infiniteQueryOptions({
    queryKey: ['consent-requests', state],
    queryFn: ({ pageParam }) => readRequests(state, pageParam),
    ...listing,
  });
}

function readRequests(state: RequestState, after: string) {
  const query = { state, ...pageFrom(after) };
  return unwrap(oauth.GET('/v1/consent-requests', { params: { query } }));
}

export function auditQuery(filter: AuditFilter) {
  return infiniteQueryOptions({
    queryKey: ['audit', filter],
    queryFn: ({ pageParam }) => readAuditPage(filter, pageFrom(pageParam)),
    ...listing,
  });
}

/** @param page its size, and where it begins */
export function readAuditPage(
  filter: AuditFilter,
  page: { 'page[size]'?: number; 'page[after]'?: string },
) {
  const filters = Object.entries(filter).map(([name, value]) => [`filter[${name}]`, value]);
  const query = { ...Object.fromEntries(filters), ...page };
  return unwrap(registry.GET('/v1/audit', { params: { query } }));
}

export const installationRequestsQuery = queryOptions({
  queryKey: ['installation-requests'],
  queryFn: readInstallationRequests,
});

function readInstallationRequests() {
  return readAll((page) =>
    registry.GET('/v1/installation-requests', {
      params: { query: { 'page[size]': 100, ...page } },
    }),
  );
}

export const organizationQuery = queryOptions({
  queryKey: ['organization'],
  queryFn: async () => (await unwrap(oauth.GET('/v1/organization'))).data.attributes,
});
