import type { QueryClient } from '@tanstack/react-query';
import { createRouter } from '@tanstack/react-router';
import { attributesRoutes } from './attributes/routes.ts';
import { directoryRoutes } from './directory/routes.ts';
import { LoadingPage } from './layout/loading-page.tsx';
import { NotFoundPage } from './layout/not-found-page.tsx';
import { RefusalPage } from './layout/refusal-page.tsx';
import { myAppsRoutes } from './my-apps/routes.ts';
import { rootRoute } from './root-route.ts';
import { settingsRoutes } from './settings/routes.ts';
import { BASE_PATH } from './settings.ts';

const routeTree = rootRoute.addChildren([
  ...directoryRoutes,
  ...myAppsRoutes,
  ...attributesRoutes,
  settingsRoutes,
]);

export function createConsoleRouter(queryClient: QueryClient) {
  return createRouter({
    routeTree,
    basepath: BASE_PATH,
    context: { queryClient },
    defaultErrorComponent: RefusalPage,
    defaultNotFoundComponent: NotFoundPage,
    defaultPendingComponent: LoadingPage,
    defaultPreload: 'intent',
    scrollRestoration: true,
  });
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createConsoleRouter>;
  }
}
