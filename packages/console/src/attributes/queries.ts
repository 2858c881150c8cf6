import type { StandardKlass } from '@app-platform/app-definition';
import { queryOptions } from '@tanstack/react-query';
import { registry } from '../api/clients.ts';
import { readAll } from '../api/read-all.ts';

export type Attribute = Awaited<ReturnType<typeof readAttributes>>[number];

/** @param klass left out for all Klasses */
export function attributesQuery(klass?: StandardKlass) {
  return queryOptions({
    queryKey: ['attributes', klass],
    queryFn: () => readAttributes(klass),
  });
}

function readAttributes(klass?: StandardKlass) {
  return readAll((page) =>
    registry.GET('/v1/attributes', {
      params: { query: { 'page[size]': 100, ...(klass && { klass }), ...page } },
    }),
  );
}
