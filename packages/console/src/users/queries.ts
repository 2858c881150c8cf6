import { unwrap } from '@app-platform/client/source';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { oauth, pageAfter, pagination } from '../api/clients.ts';

export type User = Awaited<ReturnType<typeof readUsers>>['data'][number];

/** @param q a part of the email address */
export function usersQuery(q?: string) {
  return infiniteQueryOptions({
    queryKey: ['users', 'list', q],
    queryFn: ({ pageParam }) => readUsers(q, pageParam),
    ...pagination,
  });
}

function readUsers(q: string | undefined, after: string) {
  const query = { ...pageAfter(after), ...(q && { query: q }) };
  return unwrap(oauth.GET('/v1/users', { params: { query } }));
}

export function userQuery(id: string) {
  return queryOptions({
    queryKey: ['users', 'one', id],
    queryFn: async () =>
      (await unwrap(oauth.GET('/v1/users/{id}', { params: { path: { id } } }))).data,
  });
}
