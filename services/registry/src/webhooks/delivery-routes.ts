import { problem, roles } from '@app-platform/contracts';
import {
  AppError,
  pageKeys,
  pageParameters,
  pageResponse,
  type RequestContext,
  type Route,
  readPage,
} from '@app-platform/http-api';
import { pageOf } from '@app-platform/runtime/database';
import { defineRoute, type Principal } from '../authentication/principal.ts';
import { eventPayload } from '../events/event-store.ts';
import { TEST_EVENT_TYPE } from './attempt-delivery.ts';
import { refuseInactive, requireWebhook, type WebhookDependencies } from './change-webhook.ts';
import type { Delivery, WebhookStores } from './delivery-log-store.ts';
import {
  deliveryIdParameter,
  deliveryRecord,
  WebhookDeliveryPage,
  WebhookDeliveryResponse,
  webhookIdParameter,
} from './webhook-records.ts';

/** The deliveries of a webhook, and sending them again. */
export function deliveryRoutes(dependencies: WebhookDependencies): Route<Principal>[] {
  return [list(dependencies), again(dependencies), test(dependencies)];
}

function list({ database }: WebhookDependencies) {
  return defineRoute({
    method: 'get',
    path: '/v1/webhooks/{id}/deliveries',
    operationId: 'listWebhookDeliveries',
    summary: 'What was sent to a webhook in the last 30 days, with each attempt',
    access: { all: [roles.apps] },
    credentials: 'administration',
    parameters: [webhookIdParameter, ...pageParameters],
    responses: { 200: { description: 'A page, the latest first.', schema: WebhookDeliveryPage } },
    refusals: ['invalid_parameter', 'not_found'],
    handle: async ({ principal, parameters }) => {
      const page = readPage(parameters, pageKeys.number);
      const id = parameters.id;
      requireWebhook(await database.webhooks.find(principal.organizationId, id));
      const found = await database.deliveryLog.list(id, page);
      const entries = pageOf(found, page.size, (delivery) => String(delivery.id));
      return { status: 200, body: pageResponse(entries, deliveryRecord) };
    },
  });
}

function again(dependencies: WebhookDependencies) {
  return defineRoute({
    method: 'post',
    path: '/v1/webhooks/{id}/deliveries/{deliveryId}/redeliver',
    operationId: 'redeliverWebhookEvent',
    summary: 'Send the event of a delivery again',
    description: 'The new delivery has the same `webhook-id`.',
    access: { all: [roles.apps] },
    credentials: 'administration',
    invalidates: [],
    limit: 'secrets',
    parameters: [webhookIdParameter, deliveryIdParameter],
    responses: { 202: { description: 'It will be sent.', schema: WebhookDeliveryResponse } },
    refusals: ['invalid_parameter', 'not_found', 'webhook_inactive'],
    handle: async ({ principal, parameters, context }) => {
      const deliveryId = BigInt(parameters.deliveryId);
      const id = parameters.id;
      const delivery = await redeliver(dependencies, principal, { id, deliveryId }, context);
      return { status: 202, body: { data: deliveryRecord(delivery) } };
    },
  });
}

function test(dependencies: WebhookDependencies) {
  return defineRoute({
    method: 'post',
    path: '/v1/webhooks/{id}/test',
    operationId: 'testWebhook',
    summary: 'Send an event `webhook.test`, once',
    access: { all: [roles.apps] },
    credentials: 'administration',
    invalidates: [],
    limit: 'secrets',
    parameters: [webhookIdParameter],
    responses: { 202: { description: 'It will be sent.', schema: WebhookDeliveryResponse } },
    refusals: ['invalid_parameter', 'not_found', 'webhook_inactive'],
    handle: async ({ principal, parameters, context }) => {
      const delivery = await sendTest(dependencies, principal, parameters.id, context);
      return { status: 202, body: { data: deliveryRecord(delivery) } };
    },
  });
}

/**
 * Sends the event of a delivery again, with the same `webhook-id`.
 * @returns the new delivery
 * @throws AppError `not_found`, `webhook_inactive`
 */
async function redeliver(
  { database }: Pick<WebhookDependencies, 'database'>,
  principal: Principal,
  { id, deliveryId }: { id: string; deliveryId: bigint },
  context: RequestContext,
): Promise<Delivery> {
  const { organizationId } = principal;
  return database.transaction(async (stores) => {
    refuseInactive(requireWebhook(await stores.webhooks.lock(organizationId, id)));
    const added = await stores.deliveryLog.repeat(id, deliveryId);
    if (added === undefined) throw unknownDelivery();
    const delivery = await addedDelivery(stores, id, added);
    const sent = { action: 'webhook.redelivered', webhookId: id, delivery } as const;
    await record(stores, principal, sent, context);
    return delivery;
  });
}

/**
 * Sends an event that tests a webhook. It is sent once.
 * @throws AppError `not_found`, `webhook_inactive`
 */
async function sendTest(
  { database, clock }: Pick<WebhookDependencies, 'database' | 'clock'>,
  principal: Principal,
  id: string,
  context: RequestContext,
): Promise<Delivery> {
  const { organizationId } = principal;
  return database.transaction(async (stores) => {
    refuseInactive(requireWebhook(await stores.webhooks.lock(organizationId, id)));
    const payload = eventPayload(TEST_EVENT_TYPE, clock(), { organizationId, webhookId: id });
    const added = await stores.deliveryLog.add(id, TEST_EVENT_TYPE, payload);
    const delivery = await addedDelivery(stores, id, added);
    const sent = { action: 'webhook.tested', webhookId: id, delivery } as const;
    await record(stores, principal, sent, context);
    return delivery;
  });
}

type SentAgain = {
  action: 'webhook.redelivered' | 'webhook.tested';
  webhookId: string;
  delivery: Delivery;
};

function record(
  { audit }: WebhookStores,
  principal: Principal,
  { action, webhookId, delivery }: SentAgain,
  context: RequestContext,
): Promise<void> {
  const { id, eventId, eventType } = delivery;
  return audit.record({
    actor: principal,
    action,
    subject: webhookId,
    organizationId: principal.organizationId,
    context,
    after: { deliveryId: String(id), eventId, eventType },
  });
}

function unknownDelivery(): AppError {
  const detail = 'The webhook has no delivery of this id. See GET /v1/webhooks/{id}/deliveries.';
  return new AppError(problem('not_found', detail, { parameter: 'deliveryId' }));
}

async function addedDelivery(
  { deliveryLog }: WebhookStores,
  webhookId: string,
  id: bigint,
): Promise<Delivery> {
  const delivery = await deliveryLog.find(webhookId, id);
  if (!delivery) throw new Error('a delivery vanished inside its transaction');
  return delivery;
}
