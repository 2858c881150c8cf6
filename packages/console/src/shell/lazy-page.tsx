import { PlatformError } from '@app-platform/client/source';
import { type QueryClient, queryOptions, useSuspenseQuery } from '@tanstack/react-query';
import type { ComponentType } from 'react';
import { connection } from '../api/connection.ts';
import { Loading } from '../elements/loading.tsx';

type LoaderContext = { context: { queryClient: QueryClient }; preload: boolean };

/**
 * A page whose script is loaded with its route. Without a connection the page says so, and loads it later.
 * A script that cannot be preloaded is loaded again when its page is opened.
 * @param name of the component that the script exports
 */
export function lazyPage<Name extends string>(
  load: () => Promise<Record<Name, ComponentType>>,
  name: Name,
) {
  const script = scriptQuery(load, name);
  return {
    loader: async ({ context: { queryClient }, preload }: LoaderContext) => {
      if (!preload) return queryClient.prefetchQuery(script);
      const page = await componentOf(load, name).catch(() => undefined);
      if (page) queryClient.setQueryData(script.queryKey, page);
    },
    component: () => (
      <Loading>
        <LazyPage script={script} />
      </Loading>
    ),
  };
}

function LazyPage({ script }: { script: ReturnType<typeof scriptQuery> }) {
  const { Component } = useSuspenseQuery(script).data;
  return <Component />;
}

function scriptQuery<Name extends string>(
  load: () => Promise<Record<Name, ComponentType>>,
  name: Name,
) {
  return queryOptions({
    queryKey: ['script', name as string],
    queryFn: () => loadScript(load, name),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
  });
}

async function loadScript<Name extends string>(
  load: () => Promise<Record<Name, ComponentType>>,
  name: Name,
): Promise<{ Component: ComponentType }> {
  try {
    const page = await connection.load(name, () => componentOf(load, name));
    sessionStorage.removeItem(RELOADED + name);
    return page;
  } catch (error) {
    return reloadIfReleased(name, error);
  }
}

async function componentOf<Name extends string>(
  load: () => Promise<Record<Name, ComponentType>>,
  name: Name,
): Promise<{ Component: ComponentType }> {
  const { [name]: Component } = await load();
  return { Component };
}

const RELOADED = 'reloaded for ';

/** After a release the scripts of the one before may be gone: the new page names the new ones. */
async function reloadIfReleased(name: string, cause: unknown): Promise<never> {
  const isServed = await connection.fetch(location.href, { method: 'HEAD' }).then(
    ({ ok }) => ok,
    () => false,
  );
  if (!isServed || sessionStorage.getItem(RELOADED + name) !== null) {
    throw new PlatformError(undefined, [], { cause });
  }
  sessionStorage.setItem(RELOADED + name, 'once');
  location.reload();
  return new Promise<never>(() => undefined);
}
