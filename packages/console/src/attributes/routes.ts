import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { defined, textIn } from '../elements/search-values.ts';
import { rootRoute } from '../root-route.ts';

/** `rename` is the id of the attribute whose dialog is open. */
const validateSearch = ({ rename }: Record<string, unknown>) => defined({ rename: textIn(rename) });

const attributesRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/attributes',
  validateSearch,
  component: lazyRouteComponent(() => import('./attributes-page.tsx'), 'AttributesPage'),
});

const klassRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/attributes/$klass',
  validateSearch,
  component: lazyRouteComponent(() => import('./attributes-page.tsx'), 'KlassPage'),
});

export const attributesRoutes = [attributesRoute, klassRoute] as const;
