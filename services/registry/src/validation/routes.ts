import { inspectDefinition, toSarif } from '@app-platform/app-definition';
import { roles } from '@app-platform/contracts';
import { type BodyContract, defineRoute, type Route } from '@app-platform/http-api';
import type { Principal } from '../authentication/principal.ts';
import type { Dependencies } from '../dependencies.ts';
import { type InspectedDefinition, validateApp } from './validate-app.ts';

const JSON_TYPE = 'application/json';
const SARIF_TYPE = 'application/sarif+json';

/** Every JSON value is answered: an invalid definition is what the operation is for. */
const anyDefinition: BodyContract<InspectedDefinition> = {
  schema: {
    type: 'object',
    description: 'An app definition, right or wrong.',
    additionalProperties: true,
  },
  parse: (body, text) => ({
    ok: true,
    value: { body, text, inspection: inspectDefinition(body) },
  }),
};

const sarif = {
  type: 'object',
  description: 'SARIF 2.1.0, for code scanning.',
  required: ['version', 'runs'],
  properties: { version: { const: '2.1.0' }, runs: { type: 'array', items: { type: 'object' } } },
};

/** Trying a definition. */
export function validationRoutes(dependencies: Dependencies): Route<Principal>[] {
  return [
    defineRoute<Principal, InspectedDefinition>({
      method: 'post',
      path: '/v1/apps/validate',
      operationId: 'validateApp',
      changesNothing: true,
      summary: 'Validate a definition without registering it',
      description:
        'Runs the registration itself and undoes it. Answers with every error and warning, the findings of the linter, and the version that the changes require. `Accept: application/sarif+json` answers SARIF 2.1.0.',
      access: { all: [roles.apps] },
      credentials: 'app',
      limit: 'registrations',
      body: anyDefinition,
      responses: {
        200: {
          description: 'What registration would say.',
          schema: 'ValidationAnswer',
          alternatives: { [SARIF_TYPE]: sarif },
        },
      },
      handle: async ({ principal, body, context, prefers }) => {
        const report = await validateApp(dependencies, principal, body, context);
        if (prefers([JSON_TYPE, SARIF_TYPE]) === SARIF_TYPE) {
          const { baseUrl = '' } = dependencies;
          const json = JSON.stringify(toSarif(report, { baseUrl }));
          return { status: 200, json, mediaType: SARIF_TYPE };
        }
        return { status: 200, body: { data: report } };
      },
    }),
  ];
}
