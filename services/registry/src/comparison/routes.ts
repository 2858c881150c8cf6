import { readApps } from '@app-platform/contracts';
import { defineRoute, type Parameter, type Route } from '@app-platform/http-api';
import { nameParameter, visibilityOf, visibilityParameter } from '../apps/name-parameters.ts';
import type { Principal } from '../authentication/principal.ts';
import type { Dependencies } from '../dependencies.ts';
import { compareVersions } from './compare-versions.ts';

function versionParameter(name: string, description: string): Parameter {
  return {
    name,
    in: 'query',
    description,
    schema: { type: 'string', minLength: 1, maxLength: 256 },
  };
}

/** What differs between two versions of an app. */
export function comparisonRoutes({ database }: Dependencies): Route<Principal>[] {
  return [
    defineRoute<Principal, undefined>({
      method: 'get',
      path: '/v1/apps/available/{name}/diff',
      operationId: 'compareVersions',
      summary: 'What differs between two versions of an app, component by component',
      access: readApps,
      parameters: [
        nameParameter,
        versionParameter('from', 'A version. Left out: the version before the other one.'),
        versionParameter('to', 'A version. Left out: the current one.'),
        visibilityParameter,
      ],
      responses: { 200: { description: 'The difference.', schema: 'ComparisonAnswer' } },
      refusals: ['invalid_parameter', 'not_found', 'ambiguous_app'],
      handle: async ({ principal, parameters }) => {
        const { name, from, to } = parameters;
        const comparison = await compareVersions(database, principal, {
          name: String(name),
          from: from?.toString(),
          to: to?.toString(),
          visibility: visibilityOf(parameters),
        });
        return { status: 200, body: { data: comparison } };
      },
    }),
  ];
}
