import {
  type ClientIdList,
  type CredentialCheckRequest,
  MAX_TOKEN_REQUEST_CHECKS,
  registryAnswers,
  type SecretCheckRequest,
  type TokenRequestChecks,
} from '@app-platform/contracts';
import {
  defineRoute,
  type InternalCaller,
  internalRoles,
  type Parameter,
  type Route,
  schemaContract,
} from '@app-platform/http-api';
import { checkSecret } from '../apps/check-secret.ts';
import type { AuthenticationDependencies } from '../authentication/authenticate.ts';
import type { Dependencies } from '../dependencies.ts';
import { checkCredential } from './check-credential.ts';
import { checkTokenRequests } from './check-token-requests.ts';
import { findClient } from './find-client.ts';

const access = { all: [internalRoles.service] };

const clientIdSchema = { type: 'string', pattern: '^[\\x21-\\x7e]{1,128}$' } as const;

const clientId: Parameter = {
  name: 'clientId',
  in: 'path',
  description: 'The OAuth client id.',
  schema: clientIdSchema,
};

const secret = { type: 'string', minLength: 1, maxLength: 1024 };
const organizationId = { type: 'string', pattern: '^[0-9a-f]{24}$' } as const;

const secretCheckContract = schemaContract<SecretCheckRequest>({
  type: 'object',
  properties: { secret },
  required: ['secret'],
  additionalProperties: false,
});

const tokenRequestChecksContract = schemaContract<TokenRequestChecks>({
  type: 'object',
  properties: {
    checks: {
      type: 'array',
      minItems: 1,
      maxItems: MAX_TOKEN_REQUEST_CHECKS,
      items: {
        type: 'object',
        properties: { clientId: clientIdSchema, secret, organizationId },
        required: ['clientId', 'secret', 'organizationId'],
        additionalProperties: false,
      },
    },
  },
  required: ['checks'],
  additionalProperties: false,
});

/** The registry accepts shorter ones only. */
const MOST_CREDENTIAL_CHARACTERS = 16_384;
const credentialCheckContract = schemaContract<CredentialCheckRequest>({
  type: 'object',
  properties: {
    credential: { type: 'string', minLength: 1, maxLength: MOST_CREDENTIAL_CHARACTERS },
  },
  required: ['credential'],
  additionalProperties: false,
});

/** The operations of the OAuth service. */
export function serviceRoutes(
  dependencies: Dependencies,
  authentication: AuthenticationDependencies,
): Route<InternalCaller>[] {
  return [
    readClient(dependencies),
    listClientIds(dependencies),
    secretCheck(dependencies),
    tokenRequestChecks(dependencies),
    credentialCheck(authentication),
  ];
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
    responses: { 200: { description: 'The client.', schema: registryAnswers.clientRecord } },
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

function listClientIds({ database }: Dependencies) {
  return defineRoute<InternalCaller, undefined>({
    method: 'get',
    path: '/internal/organizations/{organizationId}/client-ids/{app}',
    operationId: 'listClientIds',
    summary: 'The client ids of the apps that a name means in an organization',
    access,
    parameters: [
      {
        name: 'organizationId',
        in: 'path',
        description: 'The organization.',
        schema: organizationId,
      },
      {
        name: 'app',
        in: 'path',
        description: "An app's name, with or without the organization's suffix.",
        schema: { type: 'string', pattern: '^\\w{1,160}$' },
      },
    ],
    responses: {
      200: {
        description: 'None, one, or two for an ambiguous name.',
        schema: registryAnswers.clientIdList,
      },
    },
    handle: async ({ parameters }) => {
      const { app, organizationId: id } = parameters;
      const clientIds = await database.clients.findIds(String(app), String(id));
      return { status: 200, body: { clientIds } satisfies ClientIdList };
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
    responses: { 200: { description: 'The verdict.', schema: registryAnswers.secretCheck } },
    handle: async ({ parameters, body }) => {
      const dependencies = { stores: database, clock };
      const valid = await checkSecret(dependencies, String(parameters.clientId), body.secret);
      return { status: 200, body: { valid } };
    },
  });
}

function tokenRequestChecks({ database, clock }: Dependencies) {
  return defineRoute<InternalCaller, TokenRequestChecks>({
    method: 'post',
    path: '/internal/token-request-checks',
    operationId: 'checkTokenRequests',
    summary: 'Whether secrets are valid, and since when organizations have the apps installed',
    access,
    body: tokenRequestChecksContract,
    responses: {
      200: {
        description: 'The verdicts, in the order of the checks.',
        schema: registryAnswers.tokenRequestVerdicts,
      },
    },
    handle: async ({ body }) => {
      const verdicts = await checkTokenRequests({ stores: database, clock }, body.checks);
      return { status: 200, body: { verdicts } };
    },
  });
}

function credentialCheck(authentication: AuthenticationDependencies) {
  return defineRoute<InternalCaller, CredentialCheckRequest>({
    method: 'post',
    path: '/internal/credential-checks',
    operationId: 'checkCredential',
    summary: 'Whom an API key or access token identifies',
    access,
    body: credentialCheckContract,
    responses: {
      200: {
        description: 'The caller, or null for an invalid credential.',
        schema: registryAnswers.credentialCheck,
      },
    },
    handle: async ({ body }) => {
      return { status: 200, body: await checkCredential(authentication, body.credential) };
    },
  });
}
