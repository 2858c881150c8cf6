import { appNamePattern, readApps, roles } from '@app-platform/contracts';
import {
  type JsonText,
  pageKeys,
  pageParameters,
  pageResponse,
  parameter,
  type Route,
  readPage,
} from '@app-platform/http-api';
import {
  anyObject,
  component,
  list as listOf,
  page as pageOfRecords,
  record,
  response,
  text,
  time,
  warning,
} from '@app-platform/http-api/schemas';
import { type Static, Type } from '@sinclair/typebox';
import { defineRoute, type Principal } from '../../authentication/principal.ts';
import { ClientId, Identifier } from '../available-app.ts';
import { definitionContract } from '../registration/new-version.ts';
import { type DraftDependencies, putDraft, removeDraft } from './change-draft.ts';
import type { Draft as StoredDraft } from './draft-store.ts';
import { findDraft } from './find-draft.ts';

const path = '/v1/apps/drafts/{app}';

const DraftName = text('Of the app. For a private app `<app>_<orgId>`.');
const ExpiresAt = time('Until when it can be installed.');

const Draft = component(
  'Draft',
  record(
    'app_draft',
    Type.Object({
      name: DraftName,
      identifier: Identifier,
      clientId: ClientId,
      expiresAt: ExpiresAt,
      definition: anyObject('As it was sent.'),
    }),
  ),
);
const DraftResponse = component(
  'DraftResponse',
  response(
    Draft,
    Type.Optional(
      Type.Object(
        {
          warnings: Type.Optional(
            listOf(warning, 'Likely mistakes, which do not refuse the request.'),
          ),
        },
        { description: 'Only where there are warnings.' },
      ),
    ),
  ),
);
const ListedDraft = component(
  'ListedDraft',
  record(
    'app_draft',
    Type.Object({
      name: DraftName,
      version: text('As it is installed: that of the definition, with `+draft`.'),
      title: text('Of the definition.'),
      identifier: Identifier,
      clientId: ClientId,
      expiresAt: ExpiresAt,
    }),
  ),
);
const ListedDraftPage = component('ListedDraftPage', pageOfRecords(ListedDraft));

const appParameter = parameter(
  'app',
  'path',
  Type.String({ pattern: appNamePattern }),
  'The `app` of the definition.',
);

/** Trying a definition in the own organization, without using up a version. */
export function draftRoutes(dependencies: DraftDependencies): Route<Principal>[] {
  return [list(dependencies), put(dependencies), read(dependencies), remove(dependencies)];
}

function list({ database, clock }: DraftDependencies) {
  return defineRoute({
    method: 'get',
    path: '/v1/apps/drafts',
    operationId: 'listDrafts',
    summary: "The organization's drafts, without those that have expired",
    access: readApps,
    parameters: pageParameters,
    responses: { 200: { description: 'A page, by name.', schema: ListedDraftPage } },
    refusals: ['invalid_parameter'],
    handle: async ({ principal, parameters }) => {
      const page = readPage(parameters, pageKeys.name);
      const found = await database.drafts.list(principal.organizationId, page, clock());
      const body = pageResponse(found, (draft) => ({
        type: 'app_draft' as const,
        id: `${draft.name}-draft`,
        attributes: draft,
      }));
      return { status: 200, body };
    },
  });
}

function put({ database, clock }: DraftDependencies) {
  return defineRoute({
    method: 'put',
    path,
    operationId: 'putDraft',
    summary: "Replace the organization's draft of an app",
    description:
      'A draft is installed with `{"app": name, "draft": true}`, in its own organization alone. It expires after 7 days.',
    access: { all: [roles.apps] },
    credentials: 'first_party',
    invalidates: ['app_draft'],
    limit: 'registrations',
    parameters: [appParameter],
    body: definitionContract,
    responses: { 200: { description: 'Kept.', schema: DraftResponse } },
    refusals: ['invalid_definition', 'invalid_parameter', 'identifier_changed', 'duplicate'],
    handle: async ({ principal, parameters, body: registration, context }) => {
      const request = { app: parameters.app, registration };
      const stored = await putDraft({ database, clock }, principal, request, context);
      const { draft, warnings } = stored;
      const meta = warnings.length > 0 ? { warnings } : {};
      return { status: 200, json: draftResponse(draft, meta) };
    },
  });
}

function read({ database, clock }: DraftDependencies) {
  return defineRoute({
    method: 'get',
    path,
    operationId: 'readDraft',
    summary: "The organization's draft of an app",
    access: readApps,
    parameters: [appParameter],
    responses: { 200: { description: 'The draft.', schema: DraftResponse } },
    refusals: ['invalid_parameter', 'not_found'],
    handle: async ({ principal, parameters }) => {
      const reference = { text: parameters.app, source: { parameter: 'app' } };
      const draft = await findDraft(database, principal, reference, clock());
      return { status: 200, json: draftResponse(draft) };
    },
  });
}

function remove({ database, clock }: DraftDependencies) {
  return defineRoute({
    method: 'delete',
    path,
    operationId: 'removeDraft',
    summary: 'Remove a draft',
    description: 'Where it is installed, it stays so.',
    access: { all: [roles.apps] },
    credentials: 'first_party',
    invalidates: ['app_draft'],
    parameters: [appParameter],
    responses: { 204: { description: 'Removed.' } },
    refusals: ['invalid_parameter', 'not_found'],
    handle: async ({ principal, parameters, context }) => {
      await removeDraft({ database, clock }, principal, parameters.app, context);
      return { status: 204 };
    },
  });
}

/** @returns the JSON of a response, with the definition as it was sent */
function draftResponse(
  { definitionText, name, identifier, clientId, expiresAt }: StoredDraft,
  meta: Static<typeof DraftResponse>['meta'] = {},
): JsonText<Static<typeof DraftResponse>> {
  const members = JSON.stringify({ name, identifier, clientId, expiresAt }).slice(1, -1);
  const id = JSON.stringify(`${name}-draft`);
  const data = `{"type":"app_draft","id":${id},"attributes":{${members},"definition":${definitionText}}}`;
  const json = meta.warnings
    ? `{"data":${data},"meta":${JSON.stringify(meta)}}`
    : `{"data":${data}}`;
  return json as JsonText<Static<typeof DraftResponse>>;
}
