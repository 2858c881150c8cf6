import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router';
import { defined, oneOf, textIn } from '../elements/search-values.ts';
import { rootRoute } from '../root-route.ts';
import { accessDialogs, versionDialogs, webhookDialogs } from './search.ts';

type Search = Record<string, unknown>;

const visibilityOf = ({ visibility }: Search) => oneOf(['private', 'public'], visibility);

const listRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/my-apps',
  component: lazyRouteComponent(() => import('./my-apps-page.tsx'), 'MyAppsPage'),
});

/** `draft` is the name of the app whose draft is opened. */
const newAppRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/my-apps/new',
  validateSearch: ({ draft }: Search) => defined({ draft: textIn(draft) }),
  component: lazyRouteComponent(() => import('../editor/new-app-page.tsx'), 'NewAppPage'),
});

/** `at` points at the property where the cursor begins. */
const newVersionRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/my-apps/$name/edit',
  validateSearch: (search: Search) =>
    defined({ visibility: visibilityOf(search), at: textIn(search.at) }),
  component: lazyRouteComponent(() => import('../editor/new-version-page.tsx'), 'NewVersionPage'),
});

const appRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/my-apps/$name',
  validateSearch: (search: Search) => defined({ visibility: visibilityOf(search) }),
  component: lazyRouteComponent(() => import('./own-app-layout.tsx'), 'OwnAppLayout'),
});

/** The address of an app leads to its versions. */
const firstSectionRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/',
  beforeLoad: ({ params, search }) => {
    throw redirect({ to: '/my-apps/$name/versions', params, search, replace: true });
  },
});

/** `version` is that of the dialog; `registered` the one that was just registered. */
const versionsRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/versions',
  validateSearch: ({ dialog, version, registered }: Search) =>
    defined({
      dialog: oneOf(versionDialogs, dialog),
      version: textIn(version),
      registered: textIn(registered),
    }),
  component: lazyRouteComponent(() => import('./versions-section.tsx'), 'VersionsSection'),
});

const accessRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/access',
  validateSearch: ({ dialog }: Search) => defined({ dialog: oneOf(accessDialogs, dialog) }),
  component: lazyRouteComponent(() => import('./access-section.tsx'), 'AccessSection'),
});

const webhooksRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/webhooks',
  component: lazyRouteComponent(() => import('./webhooks-section.tsx'), 'WebhooksSection'),
});

const webhookRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/webhooks/$id',
  validateSearch: ({ dialog }: Search) => defined({ dialog: oneOf(webhookDialogs, dialog) }),
  component: lazyRouteComponent(() => import('./webhook-section.tsx'), 'WebhookSection'),
});

const doctorRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/doctor',
  component: lazyRouteComponent(() => import('./doctor-section.tsx'), 'DoctorSection'),
});

const sections = [
  firstSectionRoute,
  versionsRoute,
  accessRoute,
  webhooksRoute,
  webhookRoute,
  doctorRoute,
] as const;

export const myAppsRoutes = [
  listRoute,
  newAppRoute,
  newVersionRoute,
  appRoute.addChildren(sections),
] as const;
