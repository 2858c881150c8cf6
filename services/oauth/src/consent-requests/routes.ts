import {
  type ClientRecord,
  MAX_SCOPE_CHARACTERS,
  MAX_SCOPES,
  resourceNames,
  roles,
} from '@app-platform/contracts';
import {
  pageKeys,
  pageParameters,
  pageResponse,
  parameter,
  type Route,
  readPage,
} from '@app-platform/http-api';
import {
  choice,
  component,
  list as listOf,
  page as pageOfRecords,
  record,
  response,
  text,
  time,
  timeOrNull,
} from '@app-platform/http-api/schemas';
import { pageOf } from '@app-platform/runtime/database';
import { type Static, Type } from '@sinclair/typebox';
import { type ApiCaller, actorOf, defineRoute } from '../authentication/api-caller.ts';
import { AppOrNull, appOf, UserReference } from '../grants/record-parts.ts';
import type { Mailer } from '../mail/mailer.ts';
import type { RegistryClient } from '../registry-client/registry-client.ts';
import { ignoreOutage } from '../registry-client/registry-unavailable.ts';
import type { AskDependencies } from './ask-administrator.ts';
import {
  type ConsentRequestRecord,
  type ConsentRequestState,
  consentRequestStates,
} from './consent-request-store.ts';
import { decideConsentRequest } from './decide.ts';
import { mailDecision } from './mail-decision.ts';

export type ConsentRequestRouteDependencies = AskDependencies & {
  registry: RegistryClient;
  /** Left out where no mail server is configured. */
  mailer?: Pick<Mailer, 'enqueue'> | undefined;
};

const ConsentRequest = component(
  'ConsentRequest',
  record(
    'consent_request',
    Type.Object({
      user: UserReference,
      app: AppOrNull,
      clientId: text('The client id of the app.'),
      scopes: listOf(Type.String(), 'What the app would be granted.'),
      resource: choice(resourceNames, "For the registry's API, or for its MCP server."),
      state: choice(consentRequestStates, 'Whether it is answered, and how.'),
      requestedAt: time('When the user asked.'),
      decidedAt: timeOrNull('When it was answered.'),
    }),
  ),
);
const ConsentRequestResponse = component('ConsentRequestResponse', response(ConsentRequest));
const ConsentRequestPage = component('ConsentRequestPage', pageOfRecords(ConsentRequest));

const DecisionBody = Type.Object(
  {
    decision: choice(['approved', 'denied'], 'Whether the app is allowed.'),
    scopes: Type.Optional(
      Type.Array(Type.String({ maxLength: MAX_SCOPE_CHARACTERS }), {
        description:
          'The scopes of the request, as it was listed. Required for `approved`. The decision is refused where the user has asked for others meanwhile.',
        maxItems: MAX_SCOPES,
        uniqueItems: true,
      }),
    ),
  },
  { additionalProperties: false },
);

const access = { all: [roles.users] };
const path = '/v1/consent-requests';

/** The public API for consent requests of users, and their decisions. */
export function consentRequestRoutes(
  dependencies: ConsentRequestRouteDependencies,
): Route<ApiCaller>[] {
  return [list(dependencies), decide(dependencies)];
}

function list({ database, registry }: ConsentRequestRouteDependencies) {
  return defineRoute({
    method: 'get',
    path,
    operationId: 'listConsentRequests',
    summary: 'What users ask administrators to allow',
    access,
    credentials: 'administration',
    parameters: [
      parameter(
        'state',
        'query',
        Type.Unsafe<ConsentRequestState>({
          type: 'string',
          enum: [...consentRequestStates],
          default: 'pending',
        }),
        'Of the requests.',
      ),
      ...pageParameters,
    ],
    responses: { 200: { description: 'A page.', schema: ConsentRequestPage } },
    refusals: ['invalid_parameter'],
    handle: async ({ principal, parameters }) => {
      const page = readPage(parameters, pageKeys.uuid);
      const { state = 'pending' } = parameters;
      const found = await database.consentRequests.list(principal.organizationId, state, page);
      const entries = pageOf(found, page.size, ({ id }) => id);
      const clients = await registry.findClients(entries.entries.map(({ clientId }) => clientId));
      const body = pageResponse(entries, (one) => requestRecord(one, clients.get(one.clientId)));
      return { status: 200, body };
    },
  });
}

function decide(dependencies: ConsentRequestRouteDependencies) {
  return defineRoute({
    method: 'patch',
    path: `${path}/{id}`,
    operationId: 'decideConsentRequest',
    summary: "Answer a user's request",
    description:
      'Decides what the administrator saw: an approval names the scopes. Where the request has others by now, the answer is 409 `request_changed`, whose `meta` has the `scopes` of the request, and which of them were `added` and `removed`.',
    access,
    credentials: 'administration',
    parameters: [
      parameter('id', 'path', Type.String({ pattern: pageKeys.uuid.source }), "The request's id."),
    ],
    body: DecisionBody,
    responses: { 200: { description: 'Answered.', schema: ConsentRequestResponse } },
    refusals: ['invalid_body', 'not_found', 'already_decided', 'request_changed'],
    handle: async ({ principal, parameters, body, context }) => {
      const { organizationId } = principal;
      const request = await decideConsentRequest(dependencies, {
        ...{ organizationId, context, ...body },
        id: parameters.id,
        actor: actorOf(principal),
      });
      // It is decided: an outage of the registry leaves out the app's title alone.
      const client = await dependencies.registry.findClient(request.clientId).catch(ignoreOutage);
      const { email, clientId } = request;
      const { app, title } = client ?? { app: clientId, title: clientId };
      mailDecision(dependencies.mailer, { email, app, title, decision: body.decision });
      return { status: 200, body: { data: requestRecord(request, client) } };
    },
  });
}

function requestRecord(
  { id, userId, email, installedSince: _since, isForMcp, ...request }: ConsentRequestRecord,
  client: ClientRecord | undefined,
): Static<typeof ConsentRequest> {
  const user = { id: userId, email };
  const app = appOf(request.clientId, client);
  const state = request.state as ConsentRequestState;
  const resource = isForMcp ? 'mcp' : 'api';
  return { type: 'consent_request', id, attributes: { user, app, ...request, resource, state } };
}
