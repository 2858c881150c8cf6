import type { RoleChoice } from '@app-platform/contracts';
import {
  choice,
  integerOrNull,
  list,
  listOrNull,
  problem,
  text,
  textOrNull,
  warning,
} from '@app-platform/http-api/schemas';
import { type Static, Type } from '@sinclair/typebox';
import { ComponentChange } from '../../apps/component-change.ts';

const rolesOrNull = (description: string) => listOrNull(Type.String(), description);

const PlannedAttribute = Type.Object({
  klass: text('Standard Klass name.'),
  name: text('Namespaced.'),
  change: choice(['added', 'removed', 'type_changed']),
  before: Type.Optional(text('The name before, where the type changed.')),
  alsoProvidedBy: list(Type.String(), 'Other apps here that provide it.'),
});
export type PlannedAttribute = Static<typeof PlannedAttribute>;

const PlannedDependency = Type.Object({
  rule: text('`<app_name>-<range>`'),
  change: choice(['added', 'removed', 'kept']),
  installed: textOrNull('Version; null where not installed.'),
});
export type PlannedDependency = Static<typeof PlannedDependency>;

const PlannedRoles = Type.Object({
  before: rolesOrNull('The most that tokens may have now; null for any role.'),
  after: rolesOrNull('Likewise, after the change.'),
  added: list(Type.String(), 'New for tokens.'),
  removed: list(Type.String(), 'No longer for tokens.'),
  allowed: rolesOrNull('What administrators allow afterwards, declared or not; null for any role.'),
  waiting: list(Type.String(), 'Asked for, and waiting for an administrator.'),
});
export type PlannedRoles = Static<typeof PlannedRoles>;

const attributes = list(
  PlannedAttribute,
  'Custom attributes that appear, disappear or change their type.',
);
const webhooks = list(ComponentChange, 'Webhooks that are added, changed or removed.');

const PlannedApp = Type.Object({
  app: text('The dependency.'),
  to: text('The version that is installed.'),
  roles: PlannedRoles,
  attributes,
  webhooks,
});
export type PlannedApp = Static<typeof PlannedApp>;

const PlannedGrants = Type.Object({
  active: integerOrNull('Grants of users; null where the OAuth service did not answer.'),
  ended: integerOrNull('Those that the change ends.'),
});
export type PlannedGrants = Static<typeof PlannedGrants>;

/** What a change of an installation would do in an organization. */
export const effects = {
  app: text('The app.'),
  from: textOrNull('Installed now; null where it is not.'),
  to: textOrNull('Null for an uninstallation.'),
  attributes,
  dependencies: list(PlannedDependency, 'The rules of the version.'),
  apps: list(
    PlannedApp,
    'With `withDependencies`: the missing dependencies that are installed before the app, in this order.',
  ),
  dependents: list(
    Type.Object({
      name: text('The app.'),
      version: text('Its version.'),
      rule: text('Its rule.'),
    }),
    'Installed apps that depend on the app.',
  ),
  roles: PlannedRoles,
  grants: PlannedGrants,
  tokens: choice(['kept', 'ended', 'none'], 'What happens to access and refresh tokens.'),
  webhooks,
  problems: list(problem, 'What would refuse the change.'),
  warnings: Type.Optional(list(warning, 'What the administrator should know, if anything.')),
};

/** The choices of an administrator for a change. */
export type PlannedChoice = {
  withDependencies?: boolean | undefined;
  roles?: RoleChoice | undefined;
};

const Effects = Type.Object(effects);

export type Plan = Static<typeof Effects> & {
  /** What the plan was made with. Left out in plans of an earlier release. */
  choice?: PlannedChoice;
};
