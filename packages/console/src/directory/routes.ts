import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { rootRoute } from '../root-route.ts';
import { type Change, isChange } from './changes.ts';
import type { DirectorySearch, Visibility } from './queries.ts';

type AppSearch = { visibility?: Visibility; change?: Change; done?: Change };

const textOf = (value: unknown) => (typeof value === 'string' && value !== '' ? value : undefined);

const directoryRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/',
  validateSearch: ({ q, tag }: Record<string, unknown>): DirectorySearch => {
    // A search for a number is one in the address.
    const [text, chosen] = [textOf(typeof q === 'number' ? String(q) : q), textOf(tag)];
    return { ...(text && { q: text }), ...(chosen && { tag: chosen }) };
  },
  component: lazyRouteComponent(() => import('./directory-page.tsx'), 'DirectoryPage'),
});

/** `change` opens the dialog of a change of the installation; `done` says which one was made. */
const appRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/apps/$name',
  validateSearch: ({ visibility, change, done }: Record<string, unknown>): AppSearch => ({
    ...((visibility === 'private' || visibility === 'public') && { visibility }),
    ...(isChange(change) && { change }),
    ...(isChange(done) && { done }),
  }),
  component: lazyRouteComponent(() => import('./app-page.tsx'), 'AppPage'),
});

export const directoryRoutes = [directoryRoute, appRoute] as const;
