import { unwrap } from '@app-platform/client/source';
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { oauth, pageAfter, pagination } from '../api/clients.ts';

export type User = Awaited<ReturnType<typeof readUsers>>['data'][number];

/** The most users of a list. The browser holds them all. */
export const MOST_USERS = 10_000;

/** @param q a part of the email address or of the name */
export function usersQuery(q?: string) {
  return infiniteQueryOptions({
    queryKey: ['users', 'list', q],
    queryFn: ({ pageParam }) => readUsers(q, pageParam),
    ...pagination,
  });
}

function readUsers(q: string | undefined, after: string) {
  const query = { ...pageAfter(after, 100), ...(q && { query: q }) };
  return unwrap(oauth.GET('/v1/users', { params: { query } }));
}

/** The first users that fit what is typed. */
export function foundUsersQuery(typed: string) {
  return queryOptions({
    queryKey: ['users', 'found', typed],
    queryFn: async () => (await readUsers(typed, '')).data,
    placeholderData: keepPreviousData,
  });
}

export function userQuery(id: string) {
  return queryOptions({
    queryKey: ['users', 'one', id],
    queryFn: async () =>
      (await unwrap(oauth.GET('/v1/users/{id}', { params: { path: { id } } }))).data,
  });
}
