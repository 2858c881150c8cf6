import type { Route } from '@app-platform/service-kit';
import type { Principal } from '../authentication/principal.ts';
import type { Changes } from './changes.ts';

/**
 * Has every request that may change something note the change before it is answered, so that nobody
 * here is told what was. Those that failed do too: a commit whose answer was lost may have been made.
 */
export function notingChanges(
  routes: readonly Route<Principal>[],
  changes: Changes,
): Route<Principal>[] {
  return routes.map((route) => {
    if (route.method === 'get') return route;
    return {
      ...route,
      handle: async (request) => {
        try {
          return await route.handle(request);
        } finally {
          changes.note(request.principal.organizationId);
        }
      },
    };
  });
}
