import { timingSafeEqual } from 'node:crypto';
import {
  appNamePattern,
  ClientIdList,
  ClientRecord,
  clientIdSchema,
  noCeilings,
  organizationIdSchema,
  problem,
  SecretCheckRequest,
  SecretCheckResponse,
  type TokenRequestCheck,
  TokenRequestChecks,
  TokenRequestClientQuestions,
  TokenRequestClients,
  TokenRequestVerdicts,
} from '@app-platform/contracts';
import {
  AppError,
  credentialDigest,
  defineInternalRoute,
  type InternalCaller,
  parameter,
  type Route,
} from '@app-platform/http-api';
import type { Clock } from '@app-platform/runtime';
import { type Static, Type } from '@sinclair/typebox';
import { serviceAccess } from '../authentication/operator.ts';
import type { ClientStore } from './client-store.ts';

const clientIdParameter = parameter('clientId', 'path', clientIdSchema, 'The OAuth client id.');

/** Clients, as the OAuth service needs them. */
export function oauthClientRoutes(dependencies: ClientDependencies): Route<InternalCaller>[] {
  return [
    readClient(dependencies),
    listClientIds(dependencies),
    secretCheck(dependencies),
    tokenRequestChecks(dependencies),
    tokenRequestClients(dependencies),
  ];
}

function readClient(dependencies: ClientDependencies) {
  return defineInternalRoute({
    method: 'get',
    path: '/internal/clients/{clientId}',
    operationId: 'readClient',
    summary: 'A client with its app, redirect URIs and installation status',
    access: serviceAccess,
    parameters: [
      clientIdParameter,
      parameter(
        'organizationId',
        'query',
        organizationIdSchema,
        'Id of an organization: also asks whether it has the app installed.',
      ),
    ],
    responses: { 200: { description: 'The client.', schema: ClientRecord } },
    handle: async ({ parameters: { clientId, organizationId } }) => {
      return { status: 200, body: await findClient(dependencies, clientId, organizationId) };
    },
  });
}

function listClientIds({ database }: ClientDependencies) {
  return defineInternalRoute({
    method: 'get',
    path: '/internal/organizations/{organizationId}/client-ids/{app}',
    operationId: 'listClientIds',
    summary: 'The client ids of the apps that a name means in an organization',
    access: serviceAccess,
    parameters: [
      parameter('organizationId', 'path', organizationIdSchema, 'The organization.'),
      parameter(
        'app',
        'path',
        Type.String({ pattern: appNamePattern }),
        "An app's name, with or without the organization's suffix.",
      ),
    ],
    responses: {
      200: {
        description: 'None, one, or two for an ambiguous name.',
        schema: ClientIdList,
      },
    },
    handle: async ({ parameters: { app, organizationId } }) => {
      const clientIds = await database.clients.findIds(app, organizationId);
      return { status: 200, body: { clientIds } };
    },
  });
}

function secretCheck(dependencies: ClientDependencies) {
  return defineInternalRoute({
    method: 'post',
    path: '/internal/clients/{clientId}/secret-checks',
    operationId: 'checkSecret',
    summary: 'Whether a secret is valid for a client',
    access: serviceAccess,
    changesNothing: true,
    parameters: [clientIdParameter],
    body: SecretCheckRequest,
    responses: { 200: { description: 'The verdict.', schema: SecretCheckResponse } },
    handle: async ({ parameters, body }) => {
      const valid = await checkSecret(dependencies, parameters.clientId, body.secret);
      return { status: 200, body: { valid } };
    },
  });
}

function tokenRequestChecks(dependencies: ClientDependencies) {
  return defineInternalRoute({
    method: 'post',
    path: '/internal/token-request-checks',
    operationId: 'checkTokenRequests',
    summary: 'Whether secrets are valid, and since when organizations have the apps installed',
    access: serviceAccess,
    changesNothing: true,
    body: TokenRequestChecks,
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

function tokenRequestClients({ database, clock }: ClientDependencies) {
  return defineInternalRoute({
    method: 'post',
    path: '/internal/token-request-clients',
    operationId: 'findTokenRequestClients',
    summary:
      'What token requests need to know of clients in organizations, to be kept until it changes',
    access: serviceAccess,
    changesNothing: true,
    body: TokenRequestClientQuestions,
    responses: {
      200: { description: 'In the order of the questions.', schema: TokenRequestClients },
    },
    handle: async ({ body }) => {
      const found = await database.clients.findForTokenRequests(body.clients, clock());
      const clients = body.clients.map(({ clientId }, place) => {
        const facts = found[place];
        if (!facts) return null;
        const installedSince = facts.installedSince?.toISOString() ?? null;
        return { clientId, ...facts, installedSince };
      });
      return { status: 200, body: { clients } };
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
): Promise<Static<typeof ClientRecord>> {
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
): Promise<Static<typeof TokenRequestVerdicts>['verdicts']> {
  const found = await database.clients.findForTokenRequests(checks, clock());
  return checks.map(({ clientId, secret }, index) => ({
    clientId,
    secretValid: isOneOf(
      (found[index]?.secrets ?? []).map(({ digest }) => Buffer.from(digest, 'base64')),
      secret,
    ),
    installedSince: found[index]?.installedSince?.toISOString() ?? null,
    redirectUris: found[index]?.redirectUris ?? null,
    ceilings: found[index]?.ceilings ?? noCeilings,
    limit: found[index]?.limit ?? null,
  }));
}
