import { roles, storableText } from '@app-platform/contracts';
import { defineRoute, type Route, schemaContract } from '@app-platform/http-api';
import type { Principal } from '../authentication/principal.ts';
import type { Dependencies } from '../dependencies.ts';
import { diagnose } from './diagnose.ts';
import type { DoctorRequest } from './read-request.ts';
import { refusedRequestRoute } from './refused-request-route.ts';

const text = (description: string, maxLength: number) => ({
  ...storableText,
  description,
  type: 'string',
  minLength: 1,
  maxLength,
});

const doctorContract = schemaContract<DoctorRequest>({
  type: 'object',
  properties: {
    url: text('The address to which the browser was sent.', 8192),
    tokenRequest: {
      description: 'The form fields of a token request, without secrets and codes.',
      type: 'object',
      additionalProperties: { type: 'string', maxLength: 8192 },
      maxProperties: 50,
    },
    organizationId: {
      description: 'Whose user it was. Left out: the own organization.',
      type: 'string',
      pattern: '^[0-9a-f]{24}$',
    },
    user: text(
      'Email address or id of a user of the own organization. Needs `org.admin.users`, and no access token of an app.',
      320,
    ),
  },
  additionalProperties: false,
});

/** Why requests of an app to the OAuth service fail. */
export function doctorRoutes(dependencies: Dependencies): Route<Principal>[] {
  return [
    defineRoute<Principal, DoctorRequest>({
      method: 'post',
      path: '/v1/apps/doctor',
      operationId: 'diagnose',
      changesNothing: true,
      summary: 'Why an authorization or token request of an own app fails',
      description:
        'Takes the address of an authorization request, or the fields of a token request without its secrets.',
      access: { all: [roles.apps] },
      credentials: 'app',
      body: doctorContract,
      responses: { 200: { description: 'What was checked.', schema: 'DiagnosisAnswer' } },
      refusals: ['invalid_body', 'not_found'],
      handle: async ({ principal, body }) => {
        const diagnosis = await diagnose(dependencies, principal, body);
        return { status: 200, body: { data: diagnosis } };
      },
    }),
    refusedRequestRoute(dependencies),
  ];
}
