import { roles } from '@app-platform/contracts';
import {
  defineRoute,
  pageAnswer,
  pageKeys,
  pageParameters,
  type Route,
  readPage,
} from '@app-platform/http-api';
import { pageOf } from '@app-platform/runtime/database';
import type { Principal } from '../authentication/principal.ts';
import type { Dependencies } from '../dependencies.ts';
import { requireWebhook } from './find-webhook.ts';
import { redeliver, sendTest } from './send-again.ts';
import { deliveryIdParameter, webhookIdParameter } from './webhook-parameters.ts';
import { deliveryRecord } from './webhook-records.ts';

/** What was sent to a webhook, and sending it again. */
export function deliveryRoutes(dependencies: Dependencies): Route<Principal>[] {
  return [list(dependencies), again(dependencies), test(dependencies)];
}

function list({ database }: Dependencies) {
  return defineRoute<Principal, undefined>({
    method: 'get',
    path: '/v1/webhooks/{id}/deliveries',
    operationId: 'listWebhookDeliveries',
    summary: 'What was sent to a webhook in the last 30 days, with each attempt',
    access: { all: [roles.apps] },
    credentials: 'administration',
    parameters: [webhookIdParameter, ...pageParameters],
    responses: { 200: { description: 'A page, the latest first.', schema: 'WebhookDeliveryPage' } },
    refusals: ['invalid_parameter', 'not_found'],
    handle: async ({ principal, parameters }) => {
      const page = readPage(parameters, pageKeys.number);
      const id = String(parameters.id);
      requireWebhook(await database.webhooks.find(principal.organizationId, id));
      const found = await database.deliveryLog.list(id, page);
      const entries = pageOf(found, page.size, (delivery) => String(delivery.id));
      return { status: 200, body: pageAnswer(entries, deliveryRecord) };
    },
  });
}

function again(dependencies: Dependencies) {
  return defineRoute<Principal, undefined>({
    method: 'post',
    path: '/v1/webhooks/{id}/deliveries/{deliveryId}/redeliver',
    operationId: 'redeliverWebhookEvent',
    summary: 'Send the event of a delivery again',
    description: 'The new delivery has the same `webhook-id`.',
    access: { all: [roles.apps] },
    credentials: 'administration',
    limit: 'secrets',
    parameters: [webhookIdParameter, deliveryIdParameter],
    responses: { 202: { description: 'It will be sent.', schema: 'WebhookDeliveryAnswer' } },
    refusals: ['invalid_parameter', 'not_found', 'webhook_inactive'],
    handle: async ({ principal, parameters, context }) => {
      const deliveryId = BigInt(String(parameters.deliveryId));
      const id = String(parameters.id);
      const delivery = await redeliver(dependencies, principal, { id, deliveryId }, context);
      return { status: 202, body: { data: deliveryRecord(delivery) } };
    },
  });
}

function test(dependencies: Dependencies) {
  return defineRoute<Principal, undefined>({
    method: 'post',
    path: '/v1/webhooks/{id}/test',
    operationId: 'testWebhook',
    summary: 'Send an event `webhook.test`, once',
    access: { all: [roles.apps] },
    credentials: 'administration',
    limit: 'secrets',
    parameters: [webhookIdParameter],
    responses: { 202: { description: 'It will be sent.', schema: 'WebhookDeliveryAnswer' } },
    refusals: ['invalid_parameter', 'not_found', 'webhook_inactive'],
    handle: async ({ principal, parameters, context }) => {
      const delivery = await sendTest(dependencies, principal, String(parameters.id), context);
      return { status: 202, body: { data: deliveryRecord(delivery) } };
    },
  });
}
