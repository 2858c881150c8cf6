import { readApps, storableText } from '@app-platform/contracts';
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
import { visibilities } from '../apps/name-parameters.ts';
import type { Principal } from '../authentication/principal.ts';
import type { Dependencies } from '../dependencies.ts';
import { type Asked, askForApp } from './ask-for-app.ts';
import { askingUser, isAdministrator } from './asking-user.ts';
import { closeRequest } from './close-request.ts';
import type { InstallationRequest } from './installation-request-store.ts';

const PATH = '/v1/installation-requests';

const askedContract = schemaContract<Asked>({
  type: 'object',
  properties: {
    app: {
      description: "The app's name, without a version; for a private app `<app>_<orgId>`.",
      type: 'string',
      pattern: '^[A-Za-z0-9_]{1,160}$',
    },
    visibility: {
      description: "Chooses between the organization's private app and a public app of the name.",
      type: 'string',
      enum: visibilities,
    },
    note: {
      ...storableText,
      description:
        'Why, for the administrators. Left out: the note from before, or none. Without NUL.',
      type: 'string',
      maxLength: 500,
    },
  },
  required: ['app'],
  additionalProperties: false,
});

/** Users who may not install apps ask those who may. */
export function installationRequestRoutes(dependencies: Dependencies): Route<Principal>[] {
  return [list(dependencies), ask(dependencies), close(dependencies)];
}

function list({ database }: Dependencies) {
  return defineRoute<Principal, undefined>({
    method: 'get',
    path: PATH,
    operationId: 'listInstallationRequests',
    summary: 'The open requests of users for apps',
    description:
      'With the role org.admin.apps those of the organization, otherwise those of the user, who has signed in to the console or the command line.',
    access: readApps,
    parameters: pageParameters,
    responses: {
      200: { description: 'A page, the oldest first.', schema: 'InstallationRequestPage' },
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
      return { status: 200, body: pageAnswer(entries, requestRecord) };
    },
  });
}

function ask({ database, clock }: Dependencies) {
  return defineRoute<Principal, Asked>({
    method: 'post',
    path: PATH,
    operationId: 'askForApp',
    summary: 'Ask the administrators to install an app',
    description:
      'Takes an access token of the console or the command line, which names the user. The installation of the app ends the request.',
    access: readApps,
    credentials: 'first_party',
    body: askedContract,
    responses: {
      200: {
        description: 'The user has asked before; a note replaces the one from before.',
        schema: 'InstallationRequestAnswer',
      },
      201: { description: 'Created.', schema: 'InstallationRequestAnswer' },
    },
    refusals: [
      'invalid_body',
      'not_found',
      'ambiguous_app',
      'app_blocked',
      'already_installed',
      'too_many_installation_requests',
    ],
    handle: async ({ principal, body, context }) => {
      const asked = await askForApp({ database, clock }, principal, body, context);
      const status = asked.outcome === 'created' ? 201 : 200;
      return { status, body: { data: requestRecord(asked.request) } };
    },
  });
}

function close({ database }: Dependencies) {
  return defineRoute<Principal, undefined>({
    method: 'delete',
    path: `${PATH}/{id}`,
    operationId: 'closeInstallationRequest',
    summary: 'Dismiss or withdraw a request',
    description: 'An administrator dismisses any request; a user withdraws an own one.',
    access: readApps,
    credentials: 'first_party',
    parameters: [
      {
        name: 'id',
        in: 'path',
        description: 'The id of the request.',
        schema: { type: 'string', pattern: pageKeys.number.source },
      },
    ],
    responses: { 204: { description: 'Ended.' } },
    refusals: ['invalid_parameter', 'not_found'],
    handle: async ({ principal, parameters, context }) => {
      await closeRequest({ database }, principal, BigInt(parameters.id ?? ''), context);
      return { status: 204 };
    },
  });
}

function requestRecord({ id, createdAt, updatedAt, ...request }: InstallationRequest) {
  return {
    type: 'installation_request',
    id: String(id),
    attributes: {
      ...request,
      createdAt: createdAt.toISOString(),
      updatedAt: updatedAt.toISOString(),
    },
  };
}
