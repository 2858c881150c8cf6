import { readApps } from '@app-platform/contracts';
import {
  pageKeys,
  pageParameters,
  pageResponse,
  parameter,
  type Route,
  readPage,
} from '@app-platform/http-api';
import {
  component,
  page as pageOfRecords,
  record,
  response,
  text,
  time,
} from '@app-platform/http-api/schemas';
import { pageOf } from '@app-platform/runtime/database';
import { type Static, Type } from '@sinclair/typebox';
import { defineRoute, type Principal } from '../../authentication/principal.ts';
import type { InstallationDependencies } from '../change-installations.ts';
import type { InstallationRequest as StoredRequest } from '../installation-request-store.ts';
import {
  askForApp,
  askingUser,
  closeRequest,
  InstallationRequestBody,
  isAdministrator,
} from './change-request.ts';

const PATH = '/v1/installation-requests';

const InstallationRequest = component(
  'InstallationRequest',
  record(
    'installation_request',
    Type.Object({
      app: text('The name of the app.'),
      title: text('Its title.'),
      userId: text('The user who asks: `GET /v1/users/{id}` of the OAuth service.'),
      note: text('Why; empty where the user gave no reason.'),
      createdAt: time('When the user first asked.'),
      updatedAt: time('When the note was last changed.'),
    }),
  ),
);
const InstallationRequestResponse = component(
  'InstallationRequestResponse',
  response(InstallationRequest),
);
const InstallationRequestPage = component(
  'InstallationRequestPage',
  pageOfRecords(InstallationRequest),
);

/** Users who may not install apps request them from administrators. */
export function installationRequestRoutes(
  dependencies: InstallationDependencies,
): Route<Principal>[] {
  return [list(dependencies), ask(dependencies), close(dependencies)];
}

function list({ database }: InstallationDependencies) {
  return defineRoute({
    method: 'get',
    path: PATH,
    operationId: 'listInstallationRequests',
    summary: 'The open requests of users for apps',
    description:
      'With the role org.admin.apps those of the organization, otherwise those of the user, who has signed in to the console or the command line.',
    access: readApps,
    parameters: pageParameters,
    responses: {
      200: { description: 'A page, the oldest first.', schema: InstallationRequestPage },
    },
    refusals: ['invalid_parameter'],
    handle: async ({ principal, parameters }) => {
      const page = readPage(parameters, pageKeys.number);
      const userId = isAdministrator(principal) ? undefined : askingUser(principal);
      const found = await database.installationRequests.list(
        principal.organizationId,
        page,
        userId,
      );
      const entries = pageOf(found, page.size, ({ id }) => String(id));
      return { status: 200, body: pageResponse(entries, requestRecord) };
    },
  });
}

function ask({ database, clock }: InstallationDependencies) {
  return defineRoute({
    method: 'post',
    path: PATH,
    operationId: 'askForApp',
    summary: 'Ask the administrators to install an app',
    description:
      'Takes an access token of the console or the command line, which names the user. The installation of the app ends the request. Administrators get a mail about the first open request for an app, unless the organization wants none or no mail server is configured.',
    access: readApps,
    credentials: 'first_party',
    invalidates: [],
    body: InstallationRequestBody,
    responses: {
      200: {
        description: 'The user has asked before; a note replaces the one from before.',
        schema: InstallationRequestResponse,
      },
      201: { description: 'Created.', schema: InstallationRequestResponse },
    },
    refusals: [
      'invalid_body',
      'not_found',
      'ambiguous_app',
      'app_blocked',
      'already_installed',
      'too_many_installation_requests',
    ],
    handle: async ({ principal, body: request, context }) => {
      const asked = await askForApp({ database, clock }, principal, request, context);
      const body = { data: requestRecord(asked.request) };
      return asked.outcome === 'created' ? { status: 201, body } : { status: 200, body };
    },
  });
}

function close({ database }: InstallationDependencies) {
  return defineRoute({
    method: 'delete',
    path: `${PATH}/{id}`,
    operationId: 'closeInstallationRequest',
    summary: 'Dismiss or withdraw a request',
    description: 'An administrator dismisses any request; a user withdraws an own one.',
    access: readApps,
    credentials: 'first_party',
    invalidates: [],
    parameters: [
      parameter(
        'id',
        'path',
        Type.String({ pattern: pageKeys.number.source }),
        'The id of the request.',
      ),
    ],
    responses: { 204: { description: 'Ended.' } },
    refusals: ['invalid_parameter', 'not_found'],
    handle: async ({ principal, parameters, context }) => {
      await closeRequest({ database }, principal, BigInt(parameters.id), context);
      return { status: 204 };
    },
  });
}

function requestRecord({ id, ...attributes }: StoredRequest): Static<typeof InstallationRequest> {
  return { type: 'installation_request', id: String(id), attributes };
}
