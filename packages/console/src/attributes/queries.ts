import type { StandardKlass } from '@app-platform/app-definition';
import { unwrap } from '@app-platform/client/source';
import { infiniteQueryOptions } from '@tanstack/react-query';
import { pageAfter, pagination, registry } from '../api/clients.ts';
import { useChange } from '../api/use-write.ts';

export type Attribute = Awaited<ReturnType<typeof readAttributes>>['data'][number];

/** By Klass and name. @param klass left out for all Klasses */
export function attributesQuery(klass?: StandardKlass) {
  return infiniteQueryOptions({
    queryKey: ['attributes', klass],
    queryFn: ({ pageParam }) => readAttributes(klass, pageParam),
    ...pagination,
  });
}

function readAttributes(klass: StandardKlass | undefined, after: string) {
  const query = { ...pageAfter(after, 100), ...(klass && { klass }) };
  return unwrap(registry.GET('/v1/attributes', { params: { query } }));
}

/** A display name of null is the app's own one again. */
type AttributeChange = { displayName?: string | null; active?: boolean };

/** Changes an attribute for the organization, and invalidates the attributes. */
export function useChangeAttribute({ attributes }: Attribute, onDone?: () => void) {
  const { klass, name } = attributes;
  const params = { path: { klass, attribute: name } };
  return useChange<AttributeChange>(
    ['attributes'],
    (_once, body) =>
      unwrap(registry.PATCH('/v1/apps/metadata/{klass}/{attribute}', { params, body })),
    onDone,
  );
}
