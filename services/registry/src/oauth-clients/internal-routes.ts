import { timingSafeEqual } from 'node:crypto';
import {
  ClientIdList,
  ClientRecord,
  noCeilings,
  problem,
  SecretCheckRequest,
  SecretCheckResponse,
  type TokenRequestCheck,
  TokenRequestChecks,
  type TokenRequestVerdict,
  TokenRequestVerdicts,
} from '@app-platform/contracts';
import {
  AppError,
  credentialDigest,
  defineRoute,
  type InternalCaller,
  type Parameter,
  type Route,
  schemaContract,
} from '@app-platform/http-api';
import type { Clock } from '@app-platform/runtime';
import { serviceAccess } from '../authentication/operator.ts';
import type { ClientStore } from './client-store.ts';

const clientId: Parameter = {
  name: 'clientId',
  in: 'path',
  description: 'The OAuth client id.',
  schema: { type: 'string', pattern: '^[\\x21-\\x7e]{1,128}$' },
};

const organizationId = { type: 'string', pattern: '^[0-9a-f]{24}$' } as const;

/** Clients, as the OAuth service needs them. */
export function oauthClientRoutes(dependencies: ClientDependencies): Route<InternalCaller>[] {
  return [
    readClient(dependencies),
    listClientIds(dependencies),
    secretCheck(dependencies),
    tokenRequestChecks(dependencies),
  ];
}

function readClient(dependencies: ClientDependencies) {
  return defineRoute<InternalCaller, undefined>({
    method: 'get',
    path: '/internal/clients/{clientId}',
    operationId: 'readClient',
    summary: 'A client with its app, redirect URIs and installation status',
    access: serviceAccess,
    parameters: [
      clientId,
      {
        name: 'organizationId',
        in: 'query',
        description: 'Id of an organization: also asks whether it has the app installed.',
        schema: organizationId,
      },
    ],
    responses: { 200: { description: 'The client.', schema: ClientRecord } },
    handle: async ({ parameters }) => {
      const { organizationId } = parameters;
      const body = await findClient(
        dependencies,
        String(parameters.clientId),
        organizationId === undefined ? undefined : String(organizationId),
      );
      return { status: 200, body };
    },
  });
}

function listClientIds({ database }: ClientDependencies) {
  return defineRoute<InternalCaller, undefined>({
    method: 'get',
    path: '/internal/organizations/{organizationId}/client-ids/{app}',
    operationId: 'listClientIds',
    summary: 'The client ids of the apps that a name means in an organization',
    access: serviceAccess,
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
        schema: ClientIdList,
      },
    },
    handle: async ({ parameters }) => {
      const { app, organizationId: id } = parameters;
      const clientIds = await database.clients.findIds(String(app), String(id));
      return { status: 200, body: { clientIds } satisfies ClientIdList };
    },
  });
}

function secretCheck(dependencies: ClientDependencies) {
  return defineRoute<InternalCaller, SecretCheckRequest>({
    method: 'post',
    path: '/internal/clients/{clientId}/secret-checks',
    operationId: 'checkSecret',
    summary: 'Whether a secret is valid for a client',
    access: serviceAccess,
    changesNothing: true,
    parameters: [clientId],
    body: schemaContract(SecretCheckRequest),
    responses: { 200: { description: 'The verdict.', schema: SecretCheckResponse } },
    handle: async ({ parameters, body }) => {
      const valid = await checkSecret(dependencies, String(parameters.clientId), body.secret);
      return { status: 200, body: { valid } };
    },
  });
}

function tokenRequestChecks(dependencies: ClientDependencies) {
  return defineRoute<InternalCaller, TokenRequestChecks>({
    method: 'post',
    path: '/internal/token-request-checks',
    operationId: 'checkTokenRequests',
    summary: 'Whether secrets are valid, and since when organizations have the apps installed',
    access: serviceAccess,
    changesNothing: true,
    body: schemaContract(TokenRequestChecks),
    responses: {
      200: {
        description: 'The verdicts, in the order of the checks.',
        schema: TokenRequestVerdicts,
      },
    },
    handle: async ({ body }) => {
      const verdicts = await checkTokenRequests(dependencies, body.checks);
      return { status: 200, body: { verdicts } };
    },
  });
}

export type ClientDependencies = { database: { clients: ClientStore }; clock: Clock };

/**
 * Finds a client for the OAuth service.
 * @param organizationId also reads whether this organization has the app installed
 * @throws AppError `not_found` for an unknown client id
 */
async function findClient(
  { database, clock }: ClientDependencies,
  clientId: string,
  organizationId?: string,
): Promise<ClientRecord> {
  const client = await database.clients.find(clientId, organizationId, clock());
  if (client) return client;
  const detail = 'There is no client of this id.';
  throw new AppError(problem('not_found', detail, { parameter: 'clientId' }));
}

/** Whether a secret is valid for a client; false for an unknown client too. */
async function checkSecret(
  { database, clock }: ClientDependencies,
  clientId: string,
  secret: string,
): Promise<boolean> {
  const valid = await database.clients.secretDigests(clientId, clock());
  return isOneOf(valid, secret);
}

/** Compares in constant time. */
function isOneOf(digests: readonly Uint8Array[], secret: string): boolean {
  const digest = credentialDigest(secret);
  return digests.some((known) => timingSafeEqual(known, digest));
}

/** Checks clients of token requests. An unknown client has no secret, and is installed nowhere. */
async function checkTokenRequests(
  { database, clock }: ClientDependencies,
  checks: readonly TokenRequestCheck[],
): Promise<TokenRequestVerdict[]> {
  const found = await database.clients.findForTokenRequests(checks, clock());
  return checks.map(({ clientId, secret }, index) => ({
    clientId,
    secretValid: isOneOf(found[index]?.secretDigests ?? [], secret),
    installedSince: found[index]?.installedSince?.toISOString() ?? null,
    redirectUris: found[index]?.redirectUris ?? null,
    ceilings: found[index]?.ceilings ?? noCeilings,
  }));
}
