import { roles } from '@app-platform/contracts';
import { defineRoute, type Route, schemaContract } from '@app-platform/http-api';
import { visibilities, visibilityParameter } from '../apps/name-parameters.ts';
import type { Principal } from '../authentication/principal.ts';
import type { Dependencies } from '../dependencies.ts';
import { roleChoice } from '../missing-dependencies/role-choice.ts';
import { type PlanRequest, planChange } from './plan-change.ts';

const planContract = schemaContract<PlanRequest>({
  type: 'object',
  properties: {
    app: { description: 'A name, without version.', type: 'string', minLength: 1, maxLength: 256 },
    to: {
      description: 'A version; null to uninstall. Left out: the current version.',
      type: ['string', 'null'],
      minLength: 1,
      maxLength: 256,
    },
    draft: { description: "Plans to install the organization's draft.", type: 'boolean' },
    withDependencies: {
      description: 'Plans to install the missing dependencies too. `apps` lists them.',
      type: 'boolean',
    },
    roles: roleChoice,
    visibility: { description: visibilityParameter.description, enum: visibilities },
  },
  required: ['app'],
  additionalProperties: false,
});

/** What a change of an installation would do. */
export function planRoutes(dependencies: Dependencies): Route<Principal>[] {
  return [
    defineRoute<Principal, PlanRequest>({
      method: 'post',
      path: '/v1/apps/plan',
      operationId: 'planChange',
      changesNothing: true,
      summary: 'What installing, upgrading or uninstalling an app would do here',
      description:
        'The plan is kept for a day. With its id an installation or uninstallation is refused (409 `plan_outdated`) where it would do something else by then.',
      access: { all: [roles.apps] },
      credentials: 'app',
      body: planContract,
      responses: { 200: { description: 'Planned.', schema: 'PlanAnswer' } },
      refusals: ['invalid_body', 'invalid_parameter', 'not_found', 'ambiguous_app'],
      handle: async ({ principal, body, context }) => {
        const kept = await planChange(dependencies, principal, body, context);
        const { id, plan, expiresAt } = kept;
        const { choice: _, ...effects } = plan;
        const attributes = { ...effects, expiresAt: expiresAt.toISOString() };
        return { status: 200, body: { data: { type: 'plan', id, attributes } } };
      },
    }),
  ];
}
