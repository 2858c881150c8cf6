import { appEventTypes, webhookUrlMaxLength } from '@app-platform/app-definition';
import { roles, storableText } from '@app-platform/contracts';
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
import { type SecretOptions, secretContract } from '../apps/secret-options.ts';
import type { Principal } from '../authentication/principal.ts';
import type { Dependencies } from '../dependencies.ts';
import { changeWebhook, deleteWebhook, type WebhookUpdate } from './change-webhook.ts';
import { createWebhook, type WebhookRequest } from './create-webhook.ts';
import { deliveryRoutes } from './delivery-routes.ts';
import { requireWebhook } from './find-webhook.ts';
import { generateWebhookSecret } from './generate-webhook-secret.ts';
import { webhookIdParameter } from './webhook-parameters.ts';
import { webhookRecord } from './webhook-records.ts';

const fields = {
  url: {
    description:
      'Where events are sent: an `https` address on port 443 that leads to a public network.',
    type: 'string',
    minLength: 1,
    maxLength: webhookUrlMaxLength,
  },
  events: {
    description: 'The events that are sent.',
    type: 'array',
    items: { description: 'The name of an event.', type: 'string', enum: appEventTypes },
    minItems: 1,
    maxItems: appEventTypes.length,
    uniqueItems: true,
  },
  description: {
    ...storableText,
    description: 'What people know the webhook by. Without NUL.',
    type: 'string',
    maxLength: 256,
  },
} as const;

const webhookContract = schemaContract<WebhookRequest>({
  type: 'object',
  properties: fields,
  required: ['url', 'events'],
  additionalProperties: false,
});

const updateContract = schemaContract<WebhookUpdate>({
  type: 'object',
  properties: {
    ...fields,
    active: {
      description: 'Whether events are sent. False cancels what was to be sent.',
      type: 'boolean',
    },
  },
  additionalProperties: false,
});

const secretBody = secretContract(
  'How long deliveries are signed with the secret before too, in seconds. 0, or left out: not at all.',
);

/** The organization's webhooks, those that its apps declare among them, and their deliveries. */
export function webhookRoutes(dependencies: Dependencies): Route<Principal>[] {
  return [
    list(dependencies),
    create(dependencies),
    read(dependencies),
    change(dependencies),
    remove(dependencies),
    secret(dependencies),
    ...deliveryRoutes(dependencies),
  ];
}

function list({ database }: Dependencies) {
  return defineRoute<Principal, undefined>({
    method: 'get',
    path: '/v1/webhooks',
    operationId: 'listWebhooks',
    summary: "The organization's webhooks, and those that the current versions of its apps declare",
    access: { all: [roles.apps] },
    credentials: 'administration',
    parameters: pageParameters,
    responses: { 200: { description: 'A page, by id.', schema: 'WebhookPage' } },
    refusals: ['invalid_parameter'],
    handle: async ({ principal, parameters }) => {
      const page = readPage(parameters, pageKeys.uuid);
      const found = await database.webhooks.list(principal.organizationId, page);
      const entries = pageOf(found, page.size, ({ id }) => id);
      return { status: 200, body: pageAnswer(entries, (webhook) => webhookRecord(webhook)) };
    },
  });
}

function create(dependencies: Dependencies) {
  return defineRoute<Principal, WebhookRequest>({
    method: 'post',
    path: '/v1/webhooks',
    operationId: 'createWebhook',
    summary: 'Send events to an address',
    description:
      'It hears what happens to the apps of the organization, and to its installations. The secret that signs deliveries is in this answer and nowhere else.',
    access: { all: [roles.apps] },
    credentials: 'administration',
    limit: 'secrets',
    body: webhookContract,
    responses: { 201: { description: 'Created.', schema: 'WebhookAnswer' } },
    refusals: ['invalid_body', 'too_many_webhooks'],
    handle: async ({ principal, body, context }) => {
      const created = await createWebhook(dependencies, principal, body, context);
      return { status: 201, body: { data: webhookRecord(created.webhook, created.secret) } };
    },
  });
}

function read({ database }: Dependencies) {
  return defineRoute<Principal, undefined>({
    method: 'get',
    path: '/v1/webhooks/{id}',
    operationId: 'readWebhook',
    summary: 'One webhook',
    access: { all: [roles.apps] },
    credentials: 'administration',
    parameters: [webhookIdParameter],
    responses: { 200: { description: 'The webhook.', schema: 'WebhookAnswer' } },
    refusals: ['invalid_parameter', 'not_found'],
    handle: async ({ principal, parameters }) => {
      const { organizationId } = principal;
      const found = await database.webhooks.find(organizationId, String(parameters.id));
      return { status: 200, body: { data: webhookRecord(requireWebhook(found)) } };
    },
  });
}

function change(dependencies: Dependencies) {
  return defineRoute<Principal, WebhookUpdate>({
    method: 'patch',
    path: '/v1/webhooks/{id}',
    operationId: 'changeWebhook',
    summary: 'Change a webhook, deactivate it or activate it again',
    description: 'Of a webhook that a definition declares, `active` alone can be changed.',
    access: { all: [roles.apps] },
    credentials: 'administration',
    parameters: [webhookIdParameter],
    body: updateContract,
    responses: { 200: { description: 'Changed.', schema: 'WebhookAnswer' } },
    refusals: ['invalid_body', 'invalid_parameter', 'not_found', 'webhook_declared'],
    handle: async ({ principal, parameters, body, context }) => {
      const id = String(parameters.id);
      const changed = await changeWebhook(dependencies, principal, id, body, context);
      return { status: 200, body: { data: webhookRecord(changed) } };
    },
  });
}

function remove(dependencies: Dependencies) {
  return defineRoute<Principal, undefined>({
    method: 'delete',
    path: '/v1/webhooks/{id}',
    operationId: 'deleteWebhook',
    summary: 'Delete a webhook, with its deliveries',
    access: { all: [roles.apps] },
    credentials: 'administration',
    parameters: [webhookIdParameter],
    responses: { 204: { description: 'Deleted.' } },
    refusals: ['invalid_parameter', 'not_found', 'webhook_declared'],
    handle: async ({ principal, parameters, context }) => {
      await deleteWebhook(dependencies, principal, String(parameters.id), context);
      return { status: 204 };
    },
  });
}

function secret(dependencies: Dependencies) {
  return defineRoute<Principal, SecretOptions>({
    method: 'post',
    path: '/v1/webhooks/{id}/secret',
    operationId: 'generateWebhookSecret',
    summary: 'Generate a secret, in place of the one before',
    description: 'The secret is in this answer and nowhere else.',
    access: { all: [roles.apps, roles.appPermissions] },
    credentials: 'administration',
    limit: 'secrets',
    parameters: [webhookIdParameter],
    body: secretBody,
    responses: { 200: { description: 'Generated.', schema: 'WebhookAnswer' } },
    refusals: ['invalid_body', 'invalid_parameter', 'not_found'],
    handle: async ({ principal, parameters, body, context }) => {
      const generated = await generateWebhookSecret(
        dependencies,
        principal,
        String(parameters.id),
        body.overlapSeconds ?? 0,
        context,
      );
      return { status: 200, body: { data: webhookRecord(generated.webhook, generated.secret) } };
    },
  });
}
