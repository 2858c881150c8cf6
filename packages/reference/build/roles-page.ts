import { type Role, roleDescriptions } from '@app-platform/contracts';
import type { ApiDocument, Operation } from '../src/markdown/api-markdown.ts';
import { operationsOf, type ServiceName } from './operations.ts';

type Requirement = { all?: string[]; any?: string[] };
type Apis = Record<ServiceName, ApiDocument>;

/** `docs/roles.md`: what each role and scope reaches, by the API documents. */
export function rolesPage(apis: Apis): string {
  const roles = Object.keys(roleDescriptions) as Role[];
  const rows = roles.map((role) => {
    const reached = operationsWith(role, apis);
    return `| \`${role}\` | ${roleDescriptions[role]}. | ${reached.join(', ')} |`;
  });
  return `${[
    '# Roles and scopes',
    'Users and API keys hold roles. The scopes of an access token are roles too: an app gets those that its definition declares, that the organization allows, and that the user holds.',
    'A role reaches everything below it: `org.admin` is enough where `org.admin.apps` is needed. Any other role of this form, such as `org.permission.customer`, is for the product, and reaches nothing here.',
    '## What each role reaches',
    ['| role | allows | operations |', '|---|---|---|', ...rows].join('\n'),
    'Operations without a role need any credential, or none:',
    withoutRole(apis).join(', '),
    '## Scopes that are no roles',
    [
      '| scope | reaches |',
      '|---|---|',
      '| `offline_access` | a refresh token |',
      '| `openid`, `profile`, `email` | who the user is, in the ID token and at `/oauth/userinfo` ([sign-in](sign-in.md)) |',
    ].join('\n'),
  ].join('\n\n')}\n`;
}

function operationsWith(role: string, apis: Apis): string[] {
  return linksTo(apis, (operation) => {
    const { all = [], any = [] } = requirementOf(operation);
    return [...all, ...any].includes(role);
  });
}

function withoutRole(apis: Apis): string[] {
  return linksTo(apis, (operation) => !('x-required-roles' in operation));
}

function linksTo(apis: Apis, selects: (operation: Operation) => boolean): string[] {
  return (['registry', 'oauth'] as const).flatMap((service) =>
    operationsOf(service, apis[service])
      .filter(({ operation }) => selects(operation))
      .map(({ operation, page }) => `[${operation.operationId}](${page})${marks(operation)}`),
  );
}

/** Operations that need several roles say which. */
function marks(operation: Operation): string {
  const { all = [] } = requirementOf(operation);
  return all.length > 1 ? ` (with ${all.map((role) => `\`${role}\``).join(' and ')})` : '';
}

function requirementOf(operation: Operation): Requirement {
  return operation['x-required-roles'] ?? {};
}
