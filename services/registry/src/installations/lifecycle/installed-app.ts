import type { Warning } from '@app-platform/contracts';
import {
  choice,
  component,
  list,
  listOrNull,
  objectOf,
  page,
  record,
  response,
  text,
  textOrNull,
  time,
  warning,
} from '@app-platform/http-api/schemas';
import { type Static, Type } from '@sinclair/typebox';
import { AppName, appVersionId } from '../../apps/available-app.ts';
import { AppVisibility } from '../../apps/find-app-version.ts';
import { blockedOf, deprecationWarning, status, withdrawnOf } from '../../apps/status.ts';
import { actorOrNull } from '../../audit/audit-properties.ts';
import { AppLimit } from '../app-limit.ts';
import type { Placement } from '../dependencies/role-choice.ts';
import type { Installation } from '../installation-store.ts';
import { limitOf } from '../limit-store.ts';

/** The outcome of a change, which `meta` of the response shows. */
export type Made = {
  outcome?: 'installed' | 'changed' | 'unchanged';
  /** Installed with it, in their order. */
  dependencies?: Placement[];
  warnings?: Warning[];
};

const InstalledApp = component(
  'InstalledApp',
  record(
    'installed_app',
    Type.Object({
      name: AppName,
      title: text('Display name.'),
      version: text('The installed version.'),
      latestVersion: text(
        'The current version: the highest release, or pre-release where there is none.',
      ),
      compatibleVersion: textOrNull(
        'The highest release that the caret range of the installed version allows; null where none is higher.',
      ),
      visibility: AppVisibility,
      dependencies: list(Type.String(), 'Rules of the form `<app_name>-<range>`.'),
      roles: listOrNull(
        Type.String(),
        'The most that tokens of the app may have here; null for any role.',
      ),
      waitingRoles: list(
        Type.String(),
        'Roles that an upgrade asks for, and no administrator has decided about.',
      ),
      limit: AppLimit,
      previousVersion: textOrNull('What a rollback returns to; null where there is none.'),
      draft: Type.Optional(Type.Literal(true, { description: 'Where a draft is installed.' })),
      installedAt: time('When the app was installed or, after an uninstallation, restored.'),
      installedBy: actorOrNull(
        'Who did that: an account or an API key, as in the audit log; null where it was not stored yet.',
      ),
      updatedAt: time('When its version last changed.'),
      ...status,
    }),
  ),
);

export const InstalledAppPage = component('InstalledAppPage', page(InstalledApp));

export const InstallationResponse = component(
  'InstallationResponse',
  response(
    InstalledApp,
    Type.Optional(
      Type.Object(
        {
          outcome: Type.Optional(
            choice(
              ['installed', 'changed', 'unchanged'],
              '`unchanged`: the app was installed in this version already, with these roles.',
            ),
          ),
          installedDependencies: Type.Optional(
            list(Type.String(), '`<name>-<version>`, in their order.'),
          ),
          waitingRoles: Type.Optional(
            objectOf(
              list(Type.String()),
              'Of the dependencies that were installed too: the roles that wait for an administrator, by app.',
            ),
          ),
          warnings: Type.Optional(
            list(warning, 'What the administrator should know of the version.'),
          ),
        },
        {
          description: 'Of an installation; of another change only where there are warnings.',
        },
      ),
    ),
  ),
);

/** The response to a change of an installation. */
export function installationResponse(
  installation: Installation,
  { outcome, dependencies = [], warnings: found = [] }: Made = {},
): Static<typeof InstallationResponse> {
  const warnings = [...deprecationWarning(installation), ...found];
  const waitingRoles = dependencies.flatMap(({ version: { name }, ceiling }) =>
    ceiling?.waitingRoles.length ? [[name, ceiling.waitingRoles]] : [],
  );
  const meta = {
    ...(outcome && { outcome }),
    ...(dependencies.length > 0 && {
      installedDependencies: dependencies.map(({ version }) => appVersionId(version)),
    }),
    ...(waitingRoles.length > 0 && { waitingRoles: Object.fromEntries(waitingRoles) }),
    ...(warnings.length > 0 && { warnings }),
  };
  const hasMeta = Object.keys(meta).length > 0;
  return { data: installedApp(installation), ...(hasMeta && { meta }) };
}

export function installedApp(installation: Installation): Static<typeof InstalledApp> {
  const { name, title, version, latestVersion, compatibleVersion, visibility } = installation;
  return {
    type: 'installed_app',
    id: `${name}-${version}`,
    attributes: {
      name,
      title,
      version,
      latestVersion,
      compatibleVersion,
      visibility: visibility === 'public' ? 'public' : 'private',
      dependencies: installation.dependencies,
      roles: installation.roles,
      waitingRoles: installation.waitingRoles,
      limit: limitOf(installation),
      previousVersion: installation.previousVersion,
      ...(installation.isDraft && { draft: true }),
      installedAt: installation.installedAt,
      installedBy: installation.installedBy,
      updatedAt: installation.updatedAt,
      ...blockedOf(installation),
      ...withdrawnOf(installation),
    },
  };
}
