import { queryOptions } from '@tanstack/react-query';
import { readAll, registry } from '../api/clients.ts';

export const apiKeysQuery = queryOptions({
  queryKey: ['api-keys'],
  queryFn: () => readAll((page) => registry.GET('/v1/api-keys', { params: { query: page } })),
});

export type ApiKey = Awaited<ReturnType<NonNullable<typeof apiKeysQuery.queryFn>>>[number];
