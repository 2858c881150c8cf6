import type { SecretCheckRequest, TokenRequestCheck } from '@app-platform/contracts';
import {
  defineRoute,
  type InternalCaller,
  internalRoles,
  type Parameter,
  type Route,
  schemaContract,
} from '@app-platform/service-kit';
import { checkSecret } from '../apps/check-secret.ts';
import type { Dependencies } from '../dependencies.ts';
import { checkTokenRequest } from './check-token-request.ts';
import { findClient } from './find-client.ts';

const access = { all: [internalRoles.service] };

const clientId: Parameter = {
  name: 'clientId',
  in: 'path',
  description: 'The OAuth client id.',
  schema: { type: 'string', pattern: '^[\\x21-\\x7e]{1,128}$' },
};

const secret = { type: 'string', minLength: 1, maxLength: 1024 };
const organizationId = { type: 'string', pattern: '^[0-9a-f]{24}$' } as const;

const secretCheckContract = schemaContract<SecretCheckRequest>({
  type: 'object',
  properties: { secret },
  required: ['secret'],
  additionalProperties: false,
});

const tokenRequestCheckContract = schemaContract<TokenRequestCheck>({
  type: 'object',
  properties: { secret, organizationId },
  required: ['secret', 'organizationId'],
  additionalProperties: false,
});

/** What the OAuth service asks. */
export function serviceRoutes(dependencies: Dependencies): Route<InternalCaller>[] {
  return [readClient(dependencies), secretCheck(dependencies), tokenRequestCheck(dependencies)];
}

function readClient({ database, clock }: Dependencies) {
  return defineRoute<InternalCaller, undefined>({
    method: 'get',
    path: '/internal/clients/{clientId}',
    operationId: 'readClient',
    summary: 'A client with its app, redirect URIs and installation status',
    access,
    parameters: [
      clientId,
      {
        name: 'organizationId',
        in: 'query',
        description: 'Id of an organization: also asks whether it has the app installed.',
        schema: organizationId,
      },
    ],
    responses: { 200: { description: 'The client.' } },
    handle: async ({ parameters }) => {
      const { organizationId } = parameters;
      const body = await findClient(
        { stores: database, clock },
        String(parameters.clientId),
        organizationId === undefined ? undefined : String(organizationId),
      );
      return { status: 200, body };
    },
  });
}

function secretCheck({ database, clock }: Dependencies) {
  return defineRoute<InternalCaller, SecretCheckRequest>({
    method: 'post',
    path: '/internal/clients/{clientId}/secret-checks',
    operationId: 'checkSecret',
    summary: 'Whether a secret is valid for a client',
    access,
    parameters: [clientId],
    body: secretCheckContract,
    responses: { 200: { description: 'The verdict.' } },
    handle: async ({ parameters, body }) => {
      const dependencies = { stores: database, clock };
      const valid = await checkSecret(dependencies, String(parameters.clientId), body.secret);
      return { status: 200, body: { valid } };
    },
  });
}

function tokenRequestCheck({ database, clock }: Dependencies) {
  return defineRoute<InternalCaller, TokenRequestCheck>({
    method: 'post',
    path: '/internal/clients/{clientId}/token-request-checks',
    operationId: 'checkTokenRequest',
    summary: 'Whether a secret is valid, and since when an organization has the app installed',
    access,
    parameters: [clientId],
    body: tokenRequestCheckContract,
    responses: { 200: { description: 'The verdict.' } },
    handle: async ({ parameters, body }) => {
      const dependencies = { stores: database, clock };
      const verdict = await checkTokenRequest(dependencies, String(parameters.clientId), body);
      return { status: 200, body: verdict };
    },
  });
}
