import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router';
import { callerQuery } from '../api/caller.ts';
import { defined, oneOf, textIn } from '../elements/search-values.ts';
import { rootRoute } from '../root-route.ts';
import {
  auditServices,
  grantDialogs,
  grantKinds,
  keyDialogs,
  requestDialogs,
  requestStates,
  userDialogs,
  webhookDialogs,
} from './search.ts';
import { firstSectionOf } from './sections.ts';

type Search = Record<string, unknown>;

const settingsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/settings',
  component: lazyRouteComponent(() => import('./settings-layout.tsx'), 'SettingsLayout'),
});

/** Leads to the first section that the person may see. */
const firstSectionRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: '/',
  beforeLoad: async ({ context: { queryClient } }) => {
    const caller = await queryClient.ensureQueryData(callerQuery);
    throw redirect({ to: firstSectionOf(caller.roles).to, replace: true });
  },
});

/** `key` is the key that the dialog revokes. */
const apiKeysRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: '/api-keys',
  validateSearch: ({ dialog, key }: Search) =>
    defined({ dialog: oneOf(keyDialogs, dialog), key: textIn(key) }),
  component: lazyRouteComponent(() => import('./api-keys-page.tsx'), 'ApiKeysPage'),
});

const usersRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: '/users',
  validateSearch: ({ q, dialog }: Search) =>
    defined({ q: textIn(q), dialog: oneOf(['invite'], dialog) }),
  component: lazyRouteComponent(() => import('./users-page.tsx'), 'UsersPage'),
});

const userRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: '/users/$id',
  validateSearch: ({ dialog }: Search) => defined({ dialog: oneOf(userDialogs, dialog) }),
  component: lazyRouteComponent(() => import('./user-page.tsx'), 'UserPage'),
});

/** `grant` is the one that the dialog ends. */
const grantsRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: '/grants',
  validateSearch: ({ user, app, kind, dialog, grant }: Search) =>
    defined({
      user: textIn(user),
      app: textIn(app),
      kind: oneOf(grantKinds, kind),
      dialog: oneOf(grantDialogs, dialog),
      grant: textIn(grant),
    }),
  component: lazyRouteComponent(() => import('./grants-page.tsx'), 'GrantsPage'),
});

const webhooksRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: '/webhooks',
  validateSearch: ({ dialog }: Search) => defined({ dialog: oneOf(['create'], dialog) }),
  component: lazyRouteComponent(() => import('./webhooks-page.tsx'), 'WebhooksPage'),
});

const webhookRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: '/webhooks/$id',
  validateSearch: ({ dialog }: Search) => defined({ dialog: oneOf(webhookDialogs, dialog) }),
  component: lazyRouteComponent(() => import('./webhook-page.tsx'), 'WebhookPage'),
});

/** `request` is the one that the dialog answers. */
const requestsRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: '/requests',
  validateSearch: ({ state, dialog, request }: Search) =>
    defined({
      state: oneOf(requestStates, state),
      dialog: oneOf(requestDialogs, dialog),
      request: textIn(request),
    }),
  component: lazyRouteComponent(() => import('./requests-page.tsx'), 'RequestsPage'),
});

/** `event` is the one whose details are shown. */
const auditRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: '/audit',
  validateSearch: ({ action, actor, subject, from, until, service, event }: Search) =>
    defined({
      action: textIn(action),
      actor: textIn(actor),
      subject: textIn(subject),
      from: textIn(from),
      until: textIn(until),
      service: oneOf(auditServices, service),
      event: textIn(event),
    }),
  component: lazyRouteComponent(() => import('./audit-page.tsx'), 'AuditPage'),
});

const policyRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: '/policy',
  component: lazyRouteComponent(() => import('./policy-page.tsx'), 'PolicyPage'),
});

export const settingsRoutes = settingsRoute.addChildren([
  firstSectionRoute,
  apiKeysRoute,
  usersRoute,
  userRoute,
  grantsRoute,
  webhooksRoute,
  webhookRoute,
  requestsRoute,
  auditRoute,
  policyRoute,
]);
