import { readApps, roles } from '@app-platform/contracts';
import {
  defineRoute,
  type Parameter,
  pageAnswer,
  pageKeys,
  pageParameters,
  type Route,
  readPage,
} from '@app-platform/http-api';
import { definitionContract } from '../apps/definition-contract.ts';
import type { Registration } from '../apps/registration.ts';
import type { Principal } from '../authentication/principal.ts';
import type { Dependencies } from '../dependencies.ts';
import type { Draft } from './draft-store.ts';
import { findDraft } from './find-draft.ts';
import { putDraft } from './put-draft.ts';
import { removeDraft } from './remove-draft.ts';

const path = '/v1/apps/drafts/{app}';

const appParameter: Parameter = {
  name: 'app',
  in: 'path',
  description: 'The `app` of the definition.',
  schema: { type: 'string', pattern: '^\\w{1,160}$' },
};

/** Trying a definition in the own organization, without using up a version. */
export function draftRoutes(dependencies: Dependencies): Route<Principal>[] {
  return [list(dependencies), put(dependencies), read(dependencies), remove(dependencies)];
}

function list({ database, clock }: Dependencies) {
  return defineRoute<Principal, undefined>({
    method: 'get',
    path: '/v1/apps/drafts',
    operationId: 'listDrafts',
    summary: "The organization's drafts, without those that have expired",
    access: readApps,
    parameters: pageParameters,
    responses: { 200: { description: 'A page, by name.', schema: 'ListedDraftPage' } },
    refusals: ['invalid_parameter'],
    handle: async ({ principal, parameters }) => {
      const page = readPage(parameters, pageKeys.name);
      const found = await database.drafts.list(principal.organizationId, page, clock());
      const body = pageAnswer(found, ({ expiresAt, ...draft }) => ({
        type: 'app_draft',
        id: `${draft.name}-draft`,
        attributes: { ...draft, expiresAt: expiresAt.toISOString() },
      }));
      return { status: 200, body };
    },
  });
}

function put({ database, clock }: Dependencies) {
  return defineRoute<Principal, Registration>({
    method: 'put',
    path,
    operationId: 'putDraft',
    summary: "Replace the organization's draft of an app",
    description:
      'A draft is installed with `{"app": name, "draft": true}`, in its own organization alone. It expires after 7 days.',
    access: { all: [roles.apps] },
    credentials: 'first_party',
    limit: 'registrations',
    parameters: [appParameter],
    body: definitionContract,
    responses: { 200: { description: 'Kept.', schema: 'DraftAnswer' } },
    refusals: ['invalid_definition', 'invalid_parameter', 'identifier_changed', 'duplicate'],
    handle: async ({ principal, parameters, body: registration, context }) => {
      const request = { app: String(parameters.app), registration };
      const stored = await putDraft({ database, clock }, principal, request, context);
      const { warnings } = stored;
      const meta = warnings.length > 0 ? `,"meta":${JSON.stringify({ warnings })}` : '';
      const data = draftJson(stored.draft);
      return { status: 200, json: `{"data":${data}${meta}}` };
    },
  });
}

function read({ database, clock }: Dependencies) {
  return defineRoute<Principal, undefined>({
    method: 'get',
    path,
    operationId: 'readDraft',
    summary: "The organization's draft of an app",
    access: readApps,
    parameters: [appParameter],
    responses: { 200: { description: 'The draft.', schema: 'DraftAnswer' } },
    refusals: ['invalid_parameter', 'not_found'],
    handle: async ({ principal, parameters }) => {
      const reference = { text: String(parameters.app), source: { parameter: 'app' } };
      const draft = await findDraft(database, principal, reference, clock());
      return { status: 200, json: `{"data":${draftJson(draft)}}` };
    },
  });
}

function remove({ database, clock }: Dependencies) {
  return defineRoute<Principal, undefined>({
    method: 'delete',
    path,
    operationId: 'removeDraft',
    summary: 'Remove a draft',
    description: 'Where it is installed, it stays so.',
    access: { all: [roles.apps] },
    credentials: 'first_party',
    parameters: [appParameter],
    responses: { 204: { description: 'Removed.' } },
    refusals: ['invalid_parameter', 'not_found'],
    handle: async ({ principal, parameters, context }) => {
      await removeDraft({ database, clock }, principal, String(parameters.app), context);
      return { status: 204 };
    },
  });
}

/** The record of a draft, with its definition as it was sent. */
function draftJson({ definitionText, expiresAt, ...draft }: Draft): string {
  const { name, identifier, clientId } = draft;
  const attributes = { name, identifier, clientId, expiresAt: expiresAt.toISOString() };
  const members = JSON.stringify(attributes).slice(1, -1);
  const id = JSON.stringify(`${name}-draft`);
  return `{"type":"app_draft","id":${id},"attributes":{${members},"definition":${definitionText}}}`;
}
