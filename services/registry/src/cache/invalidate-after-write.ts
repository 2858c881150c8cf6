import type { Route } from '@app-platform/http-api';

/**
 * Makes each route that may write clear caches after its commit and before its answer. A failed
 * request does too: its commit may have been made although its answer was lost.
 */
export function invalidateAfterWrite<Principal>(
  routes: readonly Route<Principal>[],
  ...caches: readonly { clear(): void }[]
): Route<Principal>[] {
  return routes.map((route) => {
    if (route.method === 'get') return route;
    return {
      ...route,
      handle: async (request) => {
        try {
          return await route.handle(request);
        } finally {
          for (const cache of caches) cache.clear();
        }
      },
    };
  });
}
