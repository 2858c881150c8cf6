import { appNamePattern, organizationIdSchema, roles } from '@app-platform/contracts';
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
  timeOrNull,
} from '@app-platform/http-api/schemas';
import { type Static, Type } from '@sinclair/typebox';
import { defineRoute, type Principal } from '../../authentication/principal.ts';
import { acceptApp, endOffer, offerApp, type TransferDependencies } from './change-transfer.ts';
import type { AppTransfer as StoredTransfer } from './transfer-store.ts';

const PATH = '/v1/apps/transfers';

const side = (description: string) =>
  Type.Object({ id: text('Its id.'), name: text('Its name.') }, { description });

const AppTransfer = component(
  'AppTransfer',
  record(
    'app_transfer',
    Type.Object({
      app: text('The name of the app.'),
      title: text('Its title.'),
      from: side('The organization that offers the app.'),
      to: side('The organization that can take it over.'),
      offeredAt: time('When it was offered.'),
      expiresAt: time('Until when it can be accepted.'),
      acceptedAt: timeOrNull('When it was accepted; null while it is open.'),
    }),
  ),
);
const AppTransferResponse = component('AppTransferResponse', response(AppTransfer));
const AppTransferPage = component('AppTransferPage', pageOfRecords(AppTransfer));

const OfferBody = Type.Object(
  {
    app: Type.String({
      description: 'The name of a public app of the organization.',
      pattern: appNamePattern,
    }),
    organizationId: Type.String({
      ...organizationIdSchema,
      description: 'The organization that is to take it over.',
    }),
  },
  { additionalProperties: false },
);

const nameParameter = parameter(
  'name',
  'path',
  Type.String({ pattern: appNamePattern }),
  'The name of the app.',
);

/** Giving an app to another organization. */
export function transferRoutes(dependencies: TransferDependencies): Route<Principal>[] {
  return [list(dependencies), offer(dependencies), accept(dependencies), end(dependencies)];
}

function list({ database, clock }: TransferDependencies) {
  return defineRoute({
    method: 'get',
    path: PATH,
    operationId: 'listAppTransfers',
    summary: 'The open offers of apps that the organization has made or received',
    access: { all: [roles.apps] },
    parameters: pageParameters,
    responses: { 200: { description: 'A page, the oldest first.', schema: AppTransferPage } },
    refusals: ['invalid_parameter'],
    handle: async ({ principal, parameters }) => {
      const page = readPage(parameters, pageKeys.number);
      const found = await database.transfers.list(principal.organizationId, page, clock());
      return { status: 200, body: pageResponse(found, transferRecord) };
    },
  });
}

function offer(dependencies: TransferDependencies) {
  return defineRoute({
    method: 'post',
    path: PATH,
    operationId: 'offerApp',
    summary: 'Offer an app to another organization',
    description:
      'An administrator of the other organization accepts within a week. Until then nothing changes.',
    access: { all: [roles.apps] },
    credentials: 'first_party',
    limit: 'registrations',
    invalidates: ['app'],
    body: OfferBody,
    responses: {
      200: { description: 'It was offered before.', schema: AppTransferResponse },
      201: { description: 'Offered.', schema: AppTransferResponse },
    },
    refusals: ['invalid_body', 'not_found', 'app_not_transferable'],
    handle: async ({ principal, body: request, context }) => {
      const offered = await offerApp(dependencies, principal, request, context);
      const body = { data: transferRecord(offered.transfer) };
      return offered.outcome === 'created' ? { status: 201, body } : { status: 200, body };
    },
  });
}

function accept(dependencies: TransferDependencies) {
  return defineRoute({
    method: 'post',
    path: `${PATH}/{name}/acceptance`,
    operationId: 'acceptApp',
    summary: 'Take over an app that another organization offers',
    description:
      'Versions, draft, name, identifier, client id, secrets, webhooks of its definition, installations and what users have allowed stay as they are. The former owner keeps its audit trail, and nothing else. Generate new secrets afterwards.',
    access: { all: [roles.apps] },
    credentials: 'first_party',
    invalidates: ['app'],
    parameters: [nameParameter],
    responses: {
      200: { description: 'The app belongs to the organization.', schema: AppTransferResponse },
    },
    refusals: ['invalid_parameter', 'not_found', 'app_not_transferable', 'publisher_not_verified'],
    handle: async ({ principal, parameters, context }) => {
      const accepted = await acceptApp(dependencies, principal, parameters.name, context);
      return { status: 200, body: { data: transferRecord(accepted) } };
    },
  });
}

function end(dependencies: TransferDependencies) {
  return defineRoute({
    method: 'delete',
    path: `${PATH}/{name}`,
    operationId: 'endAppTransfer',
    summary: 'Withdraw or decline an offer',
    description:
      'The organization that offers the app withdraws, the one to which it is offered declines.',
    access: { all: [roles.apps] },
    credentials: 'first_party',
    invalidates: ['app'],
    parameters: [nameParameter],
    responses: { 204: { description: 'Ended.' } },
    refusals: ['invalid_parameter', 'not_found'],
    handle: async ({ principal, parameters, context }) => {
      await endOffer(dependencies, principal, parameters.name, context);
      return { status: 204 };
    },
  });
}

function transferRecord(transfer: StoredTransfer): Static<typeof AppTransfer> {
  const { id, app, title, offeredAt, expiresAt, acceptedAt } = transfer;
  const from = { id: transfer.fromId, name: transfer.fromName };
  const to = { id: transfer.toId, name: transfer.toName };
  const attributes = { app, title, from, to, offeredAt, expiresAt, acceptedAt };
  return { type: 'app_transfer', id: String(id), attributes };
}
