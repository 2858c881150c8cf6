import { CONSOLE_PATH, roles } from '@app-platform/contracts';
import type { QueryClient } from '@tanstack/react-query';
import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  redirect,
} from '@tanstack/react-router';
import { callerQuery } from './api/caller.ts';
import { periods } from './audit/periods.ts';
import { changes } from './directory/changes.ts';
import { directorySorts } from './directory/directory-sorts.ts';
import { Skeleton } from './elements/skeleton.tsx';
import { InstalledLink } from './installed/installed-link.tsx';
import { Palette } from './palette/palette.tsx';
import { mayHold } from './session/access-token.ts';
import { firstSectionOf } from './settings/sections.ts';
import { lazyPage } from './shell/lazy-page.tsx';
import { NotFoundPage, RefusalPage } from './shell/refusal-page.tsx';
import { Shell } from './shell/shell.tsx';

type Search = Record<string, unknown>;

const rootRoute = createRootRouteWithContext<{ queryClient: QueryClient }>()({
  component: () => <Shell installed={<InstalledLink />} palette={<Palette />} />,
  errorComponent: RefusalPage,
  notFoundComponent: NotFoundPage,
});

/** The first page: for administrators of apps what is installed, for others the directory. */
const firstRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/',
  validateSearch: directorySearch,
  beforeLoad: ({ search }) => {
    const isSearch = Object.keys(search).length > 0;
    if (!isSearch && mayHold(roles.apps)) throw redirect({ to: '/installed', replace: true });
    throw redirect({ to: '/directory', search, replace: true });
  },
});

/** `selected` are the apps that the dialog changes together. */
const installedRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/installed',
  validateSearch: ({ q, show, sort, dialog, selected }: Search) =>
    defined({
      q: textIn(q),
      show: oneOf(['updates', 'roles', 'blocked'], show),
      sort: oneOf(['unused', 'installed', 'changed'], sort),
      dialog: oneOf(['update', 'uninstall'], dialog),
      selected: textIn(selected),
    }),
  ...lazyPage(() => import('./installed/installed-page.tsx'), 'InstalledPage'),
});

const directoryRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/directory',
  validateSearch: directorySearch,
  ...lazyPage(() => import('./directory/directory-page.tsx'), 'DirectoryPage'),
});

/** `change` opens the dialog of a change of the installation; `done` says which one was made. */
const appRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/apps/$name',
  validateSearch: (search: Search) =>
    defined({
      visibility: visibilityIn(search),
      change: oneOf(changes, search.change),
      done: oneOf(changes, search.done),
    }),
  ...lazyPage(() => import('./directory/app-page.tsx'), 'AppPage'),
});

const activityRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/apps/$name/activity',
  validateSearch: (search: Search) =>
    defined({
      visibility: visibilityIn(search),
      period: oneOf(['day', 'week', 'month'], search.period),
    }),
  ...lazyPage(() => import('./activity/activity-page.tsx'), 'ActivityPage'),
});

const myAppsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/my-apps',
  ...lazyPage(() => import('./my-apps/my-apps-page.tsx'), 'MyAppsPage'),
});

/** `draft` is the name of the app whose draft is opened. */
const newAppRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/my-apps/new',
  validateSearch: ({ draft }: Search) => defined({ draft: textIn(draft) }),
  ...lazyPage(() => import('./editor/editor-pages.tsx'), 'NewAppPage'),
});

/** `at` points at the property where the cursor begins. */
const newVersionRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/my-apps/$name/edit',
  validateSearch: (search: Search) =>
    defined({ visibility: visibilityIn(search), at: textIn(search.at) }),
  ...lazyPage(() => import('./editor/editor-pages.tsx'), 'NewVersionPage'),
});

const ownAppRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/my-apps/$name',
  validateSearch: (search: Search) => defined({ visibility: visibilityIn(search) }),
  ...lazyPage(() => import('./my-apps/own-app-layout.tsx'), 'OwnAppLayout'),
});

/** The address of an own app leads to its versions. */
const ownAppIndexRoute = createRoute({
  getParentRoute: () => ownAppRoute,
  path: '/',
  beforeLoad: ({ params, search }) => {
    throw redirect({ to: '/my-apps/$name/versions', params, search, replace: true });
  },
});

/** `version` is that of the dialog; `registered` the one that was just registered. */
const versionsRoute = createRoute({
  getParentRoute: () => ownAppRoute,
  path: '/versions',
  validateSearch: ({ dialog, version, registered }: Search) =>
    defined({
      dialog: oneOf(['compare', 'deprecate', 'undeprecate', 'yank', 'unyank'], dialog),
      version: textIn(version),
      registered: textIn(registered),
    }),
  ...lazyPage(() => import('./my-apps/versions-section.tsx'), 'VersionsSection'),
});

const accessRoute = createRoute({
  getParentRoute: () => ownAppRoute,
  path: '/access',
  validateSearch: ({ dialog }: Search) => defined({ dialog: oneOf(['rotate'], dialog) }),
  ...lazyPage(() => import('./my-apps/access-section.tsx'), 'AccessSection'),
});

const ownWebhooksRoute = createRoute({
  getParentRoute: () => ownAppRoute,
  path: '/webhooks',
  ...lazyPage(() => import('./my-apps/webhooks-section.tsx'), 'WebhooksSection'),
});

const ownWebhookRoute = createRoute({
  getParentRoute: () => ownAppRoute,
  path: '/webhooks/$id',
  validateSearch: ({ dialog }: Search) => defined({ dialog: oneOf(['secret'], dialog) }),
  ...lazyPage(() => import('./my-apps/webhooks-section.tsx'), 'WebhookSection'),
});

const doctorRoute = createRoute({
  getParentRoute: () => ownAppRoute,
  path: '/doctor',
  ...lazyPage(() => import('./my-apps/doctor-section.tsx'), 'DoctorSection'),
});

/** `rename` is the id of the attribute whose dialog is open. */
const attributesRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/attributes',
  validateSearch: ({ rename }: Search) => defined({ rename: textIn(rename) }),
  ...lazyPage(() => import('./attributes/attributes-page.tsx'), 'AttributesPage'),
});

const klassRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/attributes/$klass',
  validateSearch: ({ rename }: Search) => defined({ rename: textIn(rename) }),
  ...lazyPage(() => import('./attributes/attributes-page.tsx'), 'KlassPage'),
});

const settingsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/settings',
  ...lazyPage(() => import('./settings/settings-layout.tsx'), 'SettingsLayout'),
});

/** The address of Settings leads to the first section that the person may see. */
const settingsIndexRoute = createRoute({
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
    defined({ dialog: oneOf(['create', 'revoke'], dialog), key: textIn(key) }),
  ...lazyPage(() => import('./api-keys/api-keys-page.tsx'), 'ApiKeysPage'),
});

const usersRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: '/users',
  validateSearch: ({ q, dialog }: Search) =>
    defined({ q: textIn(q), dialog: oneOf(['invite'], dialog) }),
  ...lazyPage(() => import('./users/users-page.tsx'), 'UsersPage'),
});

const userRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: '/users/$id',
  validateSearch: ({ dialog }: Search) =>
    defined({
      dialog: oneOf(
        ['name', 'roles', 'reset', 'end-sessions', 'disable', 'enable', 'delete'],
        dialog,
      ),
    }),
  ...lazyPage(() => import('./users/user-page.tsx'), 'UserPage'),
});

/** `kind` is left out for grants of apps. `grant` is the one that the dialog ends. */
const grantsRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: '/grants',
  validateSearch: ({ user, app, kind, dialog, grant }: Search) =>
    defined({
      user: textIn(user),
      app: textIn(app),
      kind: oneOf(['app', 'first_party'], kind),
      dialog: oneOf(['end', 'end-all'], dialog),
      grant: textIn(grant),
    }),
  ...lazyPage(() => import('./grants/grants-page.tsx'), 'GrantsPage'),
});

/** `concern` lists the grant that the dialog ends. `key` is the key that it revokes. */
const securityRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: '/security',
  validateSearch: ({ concern, grant, key }: Search) =>
    defined({ concern: textIn(concern), grant: textIn(grant), key: textIn(key) }),
  ...lazyPage(() => import('./security/security-page.tsx'), 'SecurityPage'),
});

const webhooksRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: '/webhooks',
  validateSearch: ({ dialog }: Search) => defined({ dialog: oneOf(['create'], dialog) }),
  ...lazyPage(() => import('./webhooks/webhooks-page.tsx'), 'WebhooksPage'),
});

const webhookRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: '/webhooks/$id',
  validateSearch: ({ dialog }: Search) =>
    defined({ dialog: oneOf(['change', 'delete', 'secret'], dialog) }),
  ...lazyPage(() => import('./webhooks/webhook-page.tsx'), 'WebhookPage'),
});

/** `request` is the one that the dialog answers. */
const requestsRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: '/requests',
  validateSearch: ({ state, dialog, request }: Search) =>
    defined({
      state: oneOf(['pending', 'approved', 'denied'], state),
      dialog: oneOf(['allow', 'deny', 'dismiss'], dialog),
      request: textIn(request),
    }),
  ...lazyPage(() => import('./requests/requests-page.tsx'), 'RequestsPage'),
});

/** `event` is the one whose details are shown. */
const auditRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: '/audit',
  validateSearch: ({ action, actor, app, subject, period, from, until, service, event }: Search) =>
    defined({
      action: textIn(action),
      actor: textIn(actor),
      app: textIn(app),
      subject: textIn(subject),
      period: oneOf(periods, period),
      from: textIn(from),
      until: textIn(until),
      service: oneOf(['registry', 'oauth'], service),
      event: textIn(event),
    }),
  ...lazyPage(() => import('./audit/audit-page.tsx'), 'AuditPage'),
});

const allowedAppsRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: '/allowed-apps',
  ...lazyPage(() => import('./policy/allowed-apps-page.tsx'), 'AllowedAppsPage'),
});

const policyRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: '/policy',
  ...lazyPage(() => import('./policy/policy-page.tsx'), 'PolicyPage'),
});

const routeTree = rootRoute.addChildren([
  firstRoute,
  installedRoute,
  directoryRoute,
  appRoute,
  activityRoute,
  myAppsRoute,
  newAppRoute,
  newVersionRoute,
  ownAppRoute.addChildren([
    ownAppIndexRoute,
    versionsRoute,
    accessRoute,
    ownWebhooksRoute,
    ownWebhookRoute,
    doctorRoute,
  ]),
  attributesRoute,
  klassRoute,
  settingsRoute.addChildren([
    settingsIndexRoute,
    apiKeysRoute,
    usersRoute,
    userRoute,
    grantsRoute,
    securityRoute,
    webhooksRoute,
    webhookRoute,
    requestsRoute,
    auditRoute,
    allowedAppsRoute,
    policyRoute,
  ]),
]);

export function createConsoleRouter(queryClient: QueryClient) {
  return createRouter({
    routeTree,
    basepath: CONSOLE_PATH,
    // A value that a page does not know leaves the address.
    search: { strict: true },
    context: { queryClient },
    defaultErrorComponent: RefusalPage,
    defaultNotFoundComponent: NotFoundPage,
    defaultPendingComponent: Skeleton,
    defaultPreload: 'intent',
    scrollRestoration: true,
  });
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createConsoleRouter>;
  }
}

/** A text of the address. A text of digits arrives as a number. */
function textIn(value: unknown): string | undefined {
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** A value of the address, where it is one of those that the page knows. */
function oneOf<const Value extends string>(
  values: readonly Value[],
  value: unknown,
): Value | undefined {
  return values.find((one) => one === value);
}

function directorySearch({ q, tag, sort }: Search) {
  return defined({ q: textIn(q), tag: textIn(tag), sort: oneOf(directorySorts, sort) });
}

function visibilityIn({ visibility }: Search) {
  return oneOf(['private', 'public'], visibility);
}

/** Without the members that are undefined, so that the address does not show them. */
function defined<Members extends object>(
  members: Members,
): { [Name in keyof Members]?: Exclude<Members[Name], undefined> } {
  const entries = Object.entries(members).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries) as ReturnType<typeof defined<Members>>;
}
