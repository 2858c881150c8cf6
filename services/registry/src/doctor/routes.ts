import { roles } from '@app-platform/contracts';
import type { Route } from '@app-platform/http-api';
import { component, response } from '@app-platform/http-api/schemas';
import { defineRoute, type Principal } from '../authentication/principal.ts';
import { Diagnosis, type DoctorDependencies, diagnose } from './diagnose.ts';
import { DoctorRequest } from './read-request.ts';
import { refusedRequestRoute } from './refused-requests.ts';

const DiagnosisResponse = component('DiagnosisResponse', response(Diagnosis));

/** Why requests of an app to the OAuth service fail. */
export function doctorRoutes(dependencies: DoctorDependencies): Route<Principal>[] {
  return [
    defineRoute({
      method: 'post',
      path: '/v1/apps/doctor',
      operationId: 'diagnose',
      changesNothing: true,
      summary: 'Why an authorization or token request of an own app fails',
      description:
        'Takes the address of an authorization request, or the fields of a token request without its secrets.',
      access: { all: [roles.apps] },
      credentials: 'app',
      body: DoctorRequest,
      responses: { 200: { description: 'What was checked.', schema: DiagnosisResponse } },
      refusals: ['invalid_body', 'not_found'],
      handle: async ({ principal, body }) => {
        const diagnosis = await diagnose(dependencies, principal, body);
        return { status: 200, body: { data: diagnosis } };
      },
    }),
    refusedRequestRoute(dependencies),
  ];
}
