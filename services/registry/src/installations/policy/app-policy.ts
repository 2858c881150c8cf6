import { appNamePattern, problem, readApps, roles } from '@app-platform/contracts';
import { AppError, type RequestContext, type Route } from '@app-platform/http-api';
import { choice, component, list, record, response } from '@app-platform/http-api/schemas';
import { type Static, Type } from '@sinclair/typebox';
import type { AppNameStore } from '../../apps/app-name-store.ts';
import type { AuditStores } from '../../audit/audit-store.ts';
import { defineRoute, type Principal } from '../../authentication/principal.ts';
import type { Database } from '../../database/database.ts';
import type { OrganizationStores } from '../../organizations/organization-store.ts';
import type { AppPolicyStore, AppPolicy as StoredPolicy } from './app-policy-store.ts';

const PATH = '/v1/apps/policy';
const MOST_APPS = 500;

const allows = choice(
  ['all', 'verified', 'listed'],
  '`all` apps, those of `verified` organizations and the listed ones, or the `listed` ones alone.',
);

const AppPolicy = component(
  'AppPolicy',
  record(
    'app_policy',
    Type.Object({
      allows,
      listed: list(Type.String(), 'Names of apps that are allowed in any case.'),
      blocked: list(Type.String(), 'Names of apps that are refused in any case.'),
    }),
  ),
);
const AppPolicyResponse = component('AppPolicyResponse', response(AppPolicy));

const names = (description: string) =>
  Type.Optional(
    Type.Array(Type.String({ pattern: appNamePattern }), {
      description,
      maxItems: MOST_APPS,
      uniqueItems: true,
    }),
  );

const PolicyBody = Type.Object(
  {
    allows: Type.Optional(allows),
    listed: names('Names of apps that are allowed in any case. Left out: as before.'),
    blocked: names('Names of apps that are refused in any case. Left out: as before.'),
  },
  { additionalProperties: false },
);

type PolicyStores = AuditStores &
  OrganizationStores & { appNames: AppNameStore; appPolicies: AppPolicyStore };
type PolicyDependencies = { database: Database<PolicyStores> };

/** Which apps an organization allows. */
export function appPolicyRoutes(dependencies: PolicyDependencies): Route<Principal>[] {
  return [read(dependencies), change(dependencies)];
}

function read({ database }: PolicyDependencies) {
  return defineRoute({
    method: 'get',
    path: PATH,
    operationId: 'readAppPolicy',
    summary: 'Which apps the organization allows',
    access: readApps,
    responses: { 200: { description: 'The policy.', schema: AppPolicyResponse } },
    handle: async ({ principal: { organizationId } }) => {
      const policy = await database.appPolicies.find(organizationId);
      return { status: 200, body: { data: policyRecord(organizationId, policy) } };
    },
  });
}

function change({ database }: PolicyDependencies) {
  return defineRoute({
    method: 'patch',
    path: PATH,
    operationId: 'changeAppPolicy',
    summary: 'Change which apps the organization allows',
    description:
      'Others cannot be installed, and those that are installed get no codes and no tokens, and their access tokens are refused, as long as the policy stays. A block by the operator stands above it.',
    access: { all: [roles.apps] },
    credentials: 'administration',
    invalidates: ['organization'],
    body: PolicyBody,
    responses: { 200: { description: 'Changed.', schema: AppPolicyResponse } },
    refusals: ['invalid_body', 'not_found'],
    handle: async ({ principal, body, context }) => {
      const policy = await changePolicy(database, principal, body, context);
      return { status: 200, body: { data: policyRecord(principal.organizationId, policy) } };
    },
  });
}

/** The same policy again changes nothing. @throws AppError `not_found` for an app that the organization does not see */
function changePolicy(
  database: Database<PolicyStores>,
  principal: Principal,
  wanted: Static<typeof PolicyBody>,
  context: RequestContext,
): Promise<StoredPolicy> {
  const { organizationId } = principal;
  return database.transaction(async (stores) => {
    await stores.organizations.lock(organizationId);
    const before = await stores.appPolicies.find(organizationId);
    const after = {
      allows: wanted.allows ?? before.allows,
      listed: wanted.listed?.toSorted() ?? before.listed,
      blocked: wanted.blocked?.toSorted() ?? before.blocked,
    };
    if (JSON.stringify(before) === JSON.stringify(after)) return before;
    for (const part of ['listed', 'blocked'] as const) {
      const added = after[part].filter((name) => !before[part].includes(name));
      const visible = await stores.appNames.visible(organizationId, added);
      const unknown = added.find((name) => !visible.has(name));
      if (unknown !== undefined) throw notVisible(unknown, part);
    }
    await stores.appPolicies.put(organizationId, after);
    await stores.audit.record({
      actor: principal,
      action: 'organization.app_policy_changed',
      subject: organizationId,
      organizationId,
      context,
      before,
      after,
    });
    return after;
  });
}

function notVisible(name: string, part: string): AppError {
  const detail = `There is no app '${name}' that your organization can see. Write names as the app directory lists them.`;
  return new AppError(problem('not_found', detail, { pointer: `/${part}` }));
}

function policyRecord(id: string, attributes: StoredPolicy): Static<typeof AppPolicy> {
  return { type: 'app_policy', id, attributes };
}
