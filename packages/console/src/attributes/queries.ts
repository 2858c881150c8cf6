import type { StandardKlass } from '@app-platform/app-definition';
import { unwrap } from '@app-platform/client/source';
import { infiniteQueryOptions } from '@tanstack/react-query';
import { registry } from '../api/clients.ts';

const PAGE_SIZE = 100;

export type Attribute = Awaited<ReturnType<typeof readAttributes>>['data'][number];

/** By Klass and name. @param klass left out for all Klasses */
export function attributesQuery(klass?: StandardKlass) {
  return infiniteQueryOptions({
    queryKey: ['attributes', klass],
    queryFn: ({ pageParam }) => readAttributes(klass, pageParam),
    initialPageParam: '',
    getNextPageParam: ({ meta }) => meta.page.after ?? undefined,
  });
}

function readAttributes(klass: StandardKlass | undefined, after: string) {
  const page = { 'page[size]': PAGE_SIZE, ...(after && { 'page[after]': after }) };
  const query = { ...page, ...(klass && { klass }) };
  return unwrap(registry.GET('/v1/attributes', { params: { query } }));
}
