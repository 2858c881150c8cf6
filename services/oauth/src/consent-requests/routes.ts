import {
  type ClientRecord,
  MAX_SCOPE_CHARACTERS,
  MAX_SCOPES,
  roles,
} from '@app-platform/contracts';
import {
  defineRoute,
  pageAnswer,
  pageKeys,
  pageParameters,
  type Route,
  readPage,
  schemaContract,
} from '@app-platform/http-api';
import { pageOf } from '@app-platform/runtime/database';
import { type ApiCaller, actorOf } from '../api/api-caller.ts';
import { appAnswer } from '../api/app-answer.ts';
import type { RegistryClient } from '../registry-client/registry-client.ts';
import type { AskDependencies } from './ask-administrator.ts';
import {
  type ConsentRequestRecord,
  type ConsentRequestState,
  consentRequestStates,
} from './consent-request-store.ts';
import { type Decision, decideConsentRequest } from './decide.ts';

export type ConsentRequestRouteDependencies = AskDependencies & { registry: RegistryClient };

type DecisionBody = Pick<Decision, 'decision' | 'scopes'>;

const decisionContract = schemaContract<DecisionBody>({
  type: 'object',
  properties: {
    decision: { enum: ['approved', 'denied'], description: 'Whether the app is allowed.' },
    scopes: {
      description:
        'The scopes of the request, as it was listed. Required for `approved`. The decision is refused where the user has asked for others meanwhile.',
      type: 'array',
      items: { type: 'string', maxLength: MAX_SCOPE_CHARACTERS },
      maxItems: MAX_SCOPES,
      uniqueItems: true,
    },
  },
  required: ['decision'],
  additionalProperties: false,
});

const access = { all: [roles.users] };
const path = '/v1/consent-requests';

/** What users ask administrators to allow, and the answers. */
export function consentRequestRoutes(
  dependencies: ConsentRequestRouteDependencies,
): Route<ApiCaller>[] {
  return [list(dependencies), decide(dependencies)];
}

function list({ consentRequests, registry }: ConsentRequestRouteDependencies) {
  return defineRoute<ApiCaller, undefined>({
    method: 'get',
    path,
    operationId: 'listConsentRequests',
    summary: 'What users ask administrators to allow',
    access,
    credentials: 'administration',
    parameters: [
      {
        name: 'state',
        in: 'query',
        description: 'Of the requests.',
        schema: { type: 'string', enum: [...consentRequestStates], default: 'pending' },
      },
      ...pageParameters,
    ],
    responses: { 200: { description: 'A page.', schema: 'ConsentRequestPage' } },
    refusals: ['invalid_parameter'],
    handle: async ({ principal, parameters }) => {
      const page = readPage(parameters, pageKeys.uuid);
      const state = parameters.state as ConsentRequestState;
      const found = await consentRequests.list(principal.organizationId, state, page);
      const entries = pageOf(found, page.size, ({ id }) => id);
      const clients = await registry.findClients(entries.entries.map(({ clientId }) => clientId));
      const body = pageAnswer(entries, (one) => requestData(one, clients.get(one.clientId)));
      return { status: 200, body };
    },
  });
}

function decide(dependencies: ConsentRequestRouteDependencies) {
  return defineRoute<ApiCaller, DecisionBody>({
    method: 'patch',
    path: `${path}/{id}`,
    operationId: 'decideConsentRequest',
    summary: "Answer a user's request",
    description:
      'Decides what the administrator saw: an approval names the scopes. Where the request has others by now, the answer is 409 `request_changed`, whose `meta` has the `scopes` of the request, and which of them were `added` and `removed`.',
    access,
    credentials: 'administration',
    parameters: [
      {
        name: 'id',
        in: 'path',
        description: "The request's id.",
        schema: { type: 'string', pattern: pageKeys.uuid.source },
      },
    ],
    body: decisionContract,
    responses: { 200: { description: 'Answered.', schema: 'ConsentRequestAnswer' } },
    refusals: ['invalid_body', 'not_found', 'already_decided', 'request_changed'],
    handle: async ({ principal, parameters, body, context }) => {
      const { organizationId } = principal;
      const request = await decideConsentRequest(dependencies, {
        ...{ organizationId, context, ...body },
        id: String(parameters.id),
        actor: actorOf(principal),
      });
      const client = await dependencies.registry.findClient(request.clientId);
      return { status: 200, body: { data: requestData(request, client) } };
    },
  });
}

function requestData(
  { id, userId, email, installedSince: _since, ...request }: ConsentRequestRecord,
  client: ClientRecord | undefined,
) {
  const attributes = {
    user: { id: userId, email },
    app: appAnswer(request.clientId, client),
    ...request,
    requestedAt: request.requestedAt.toISOString(),
    decidedAt: request.decidedAt?.toISOString() ?? null,
  };
  return { type: 'consent_request', id, attributes };
}
