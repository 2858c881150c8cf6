import type { QueryClient } from '@tanstack/react-query';
import { createRootRouteWithContext } from '@tanstack/react-router';
import { NotFoundPage } from './layout/not-found-page.tsx';
import { RefusalPage } from './layout/refusal-page.tsx';
import { Shell } from './layout/shell.tsx';

/** What the pages' routes are children of. */
export const rootRoute = createRootRouteWithContext<{ queryClient: QueryClient }>()({
  component: Shell,
  errorComponent: RefusalPage,
  notFoundComponent: NotFoundPage,
});
