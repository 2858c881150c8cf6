import { schemas } from '@app-platform/http-api';
import {
  blocked,
  deprecated,
  directoryAttributes,
  standing,
  visibility,
  yanked,
} from './app-schemas.ts';
import { item } from './schema-parts.ts';

/* What the API answers about installations. */

const { answer, list, page, record, ref, text, time } = schemas;

const roleList = (description: string) => list({ type: 'string' }, description);
const rolesOrNull = (description: string) => ({
  type: ['array', 'null'],
  items: { type: 'string' },
  description,
});
const countOrNull = (description: string) => ({ type: ['integer', 'null'], description });

const plannedAttributes = list(
  item(
    {
      klass: text('Standard Klass name.'),
      name: text('Namespaced.'),
      change: { enum: ['added', 'removed', 'type_changed'] },
      before: text('The name before, where the type changed.'),
      alsoProvidedBy: list({ type: 'string' }, 'Other apps here that provide it.'),
    },
    ['before'],
  ),
  'Custom attributes that appear, disappear or change their type.',
);
const plannedRoles = item({
  before: rolesOrNull('The most that tokens may have now; null for any role.'),
  after: rolesOrNull('Likewise, after the change.'),
  added: roleList('New for tokens.'),
  removed: roleList('No longer for tokens.'),
  allowed: rolesOrNull('What administrators allow afterwards, declared or not; null for any role.'),
  waiting: roleList('Asked for, and waiting for an administrator.'),
});
const plannedWebhooks = list(
  ref('ComponentChange'),
  'Webhooks that are added, changed or removed.',
);

const planAttributes = {
  app: text('The app.'),
  from: { type: ['string', 'null'], description: 'Installed now; null where it is not.' },
  to: { type: ['string', 'null'], description: 'Null for an uninstallation.' },
  attributes: plannedAttributes,
  dependencies: list(
    item({
      rule: text('`<app_name>-<range>`'),
      change: { enum: ['added', 'removed', 'kept'] },
      installed: { type: ['string', 'null'], description: 'Version; null where not installed.' },
    }),
    'The rules of the version.',
  ),
  apps: list(
    item({
      app: text('The dependency.'),
      to: text('The version that is installed.'),
      roles: plannedRoles,
      attributes: plannedAttributes,
      webhooks: plannedWebhooks,
    }),
    'With `withDependencies`: the missing dependencies that are installed before the app, in this order.',
  ),
  dependents: list(
    item({ name: text('The app.'), version: text('Its version.'), rule: text('Its rule.') }),
    'Installed apps that depend on the app.',
  ),
  roles: plannedRoles,
  grants: item({
    active: countOrNull('Grants of users; null where the OAuth service did not answer.'),
    ended: countOrNull('Those that the change ends.'),
  }),
  tokens: {
    enum: ['kept', 'ended', 'none'],
    description: 'What happens to access and refresh tokens.',
  },
  webhooks: plannedWebhooks,
  problems: list(ref('Problem'), 'What would refuse the change.'),
  expiresAt: time('Until when the plan can be used.'),
};

export const installationAnswerSchemas: Record<string, object> = {
  InstalledApp: record(
    'installed_app',
    {
      name: directoryAttributes.name,
      title: directoryAttributes.title,
      version: text('The installed version.'),
      latestVersion: text(
        'The current version: the highest release, or pre-release where there is none.',
      ),
      compatibleVersion: {
        type: ['string', 'null'],
        description:
          'The highest release that the caret range of the installed version allows; null where none is higher.',
      },
      visibility,
      dependencies: list({ type: 'string' }, 'Rules of the form `<app_name>-<range>`.'),
      roles: {
        type: ['array', 'null'],
        items: { type: 'string' },
        description: 'The most that tokens of the app may have here; null for any role.',
      },
      waitingRoles: list(
        { type: 'string' },
        'Roles that an upgrade asks for, and no administrator has decided about.',
      ),
      previousVersion: {
        type: ['string', 'null'],
        description: 'What a rollback returns to; null where there is none.',
      },
      draft: { type: 'boolean', const: true, description: 'Where a draft is installed.' },
      installedAt: time('When the app was first installed.'),
      updatedAt: time('When its version last changed.'),
      blocked,
      deprecated,
      yanked,
    },
    [...standing, 'draft'],
  ),
  PlanAnswer: answer('Plan'),
  Plan: record('plan', planAttributes),
  InstallationAnswer: answer('InstalledApp', {
    type: 'object',
    description: 'Only where dependencies were installed too, or there are warnings.',
    properties: {
      installedDependencies: list({ type: 'string' }, '`<name>-<version>`, in their order.'),
      waitingRoles: {
        type: 'object',
        additionalProperties: list({ type: 'string' }),
        description:
          'Of the dependencies that were installed too: the roles that wait for an administrator, by app.',
      },
      warnings: list(ref('Warning'), 'What the administrator should know of the version.'),
    },
  }),
  InstalledAppPage: page('InstalledApp'),
  VersionInstallations: record('version_installations', {
    version: text('The version.'),
    installations: {
      type: 'integer',
      description: 'How many organizations have it installed.',
    },
  }),
  VersionInstallationsPage: page('VersionInstallations'),
};
