import type { Route } from '@app-platform/service-kit';

/**
 * Has every request that may change something note the change before it is answered, so that nobody
 * here is told what was. Those that failed do too: a commit whose answer was lost may have been made.
 * @param note of whom something was changed, as far as the principal tells
 */
export function notingChanges<Principal>(
  routes: readonly Route<Principal>[],
  note: (principal: Principal) => void,
): Route<Principal>[] {
  return routes.map((route) => {
    if (route.method === 'get') return route;
    return {
      ...route,
      handle: async (request) => {
        try {
          return await route.handle(request);
        } finally {
          note(request.principal);
        }
      },
    };
  });
}
