import { roles } from '@app-platform/contracts';
import {
  pageKeys,
  pageParameters,
  pageResponse,
  type Route,
  readPage,
} from '@app-platform/http-api';
import { pageOf } from '@app-platform/runtime/database';
import { secretOptions } from '../apps/secrets/secrets.ts';
import { defineRoute, type Principal } from '../authentication/principal.ts';
import {
  changeWebhook,
  createWebhook,
  deleteWebhook,
  generateWebhookSecret,
  NewWebhook,
  requireWebhook,
  type WebhookDependencies,
  WebhookUpdate,
} from './change-webhook.ts';
import { deliveryRoutes } from './delivery-routes.ts';
import {
  WebhookPage,
  WebhookResponse,
  webhookIdParameter,
  webhookRecord,
} from './webhook-records.ts';

const secretBody = secretOptions(
  'How long deliveries are signed with the secret before too, in seconds. 0, or left out: not at all.',
);

/** The organization's webhooks, including those that its apps declare, and their deliveries. */
export function webhookRoutes(dependencies: WebhookDependencies): Route<Principal>[] {
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

function list({ database }: WebhookDependencies) {
  return defineRoute({
    method: 'get',
    path: '/v1/webhooks',
    operationId: 'listWebhooks',
    summary: "The organization's webhooks, and those that the current versions of its apps declare",
    access: { all: [roles.apps] },
    credentials: 'administration',
    parameters: pageParameters,
    responses: { 200: { description: 'A page, by id.', schema: WebhookPage } },
    refusals: ['invalid_parameter'],
    handle: async ({ principal, parameters }) => {
      const page = readPage(parameters, pageKeys.uuid);
      const found = await database.webhooks.list(principal.organizationId, page);
      const entries = pageOf(found, page.size, ({ id }) => id);
      return { status: 200, body: pageResponse(entries, (webhook) => webhookRecord(webhook)) };
    },
  });
}

function create(dependencies: WebhookDependencies) {
  return defineRoute({
    method: 'post',
    path: '/v1/webhooks',
    operationId: 'createWebhook',
    summary: 'Send events to an address',
    description:
      'It hears what happens to the apps of the organization, and to its installations. The secret that signs deliveries is in this answer and nowhere else.',
    access: { all: [roles.apps] },
    credentials: 'administration',
    invalidates: [],
    limit: 'secrets',
    body: NewWebhook,
    responses: { 201: { description: 'Created.', schema: WebhookResponse } },
    refusals: ['invalid_body', 'too_many_webhooks'],
    handle: async ({ principal, body, context }) => {
      const created = await createWebhook(dependencies, principal, body, context);
      return { status: 201, body: { data: webhookRecord(created.webhook, created.secret) } };
    },
  });
}

function read({ database }: WebhookDependencies) {
  return defineRoute({
    method: 'get',
    path: '/v1/webhooks/{id}',
    operationId: 'readWebhook',
    summary: 'One webhook',
    access: { all: [roles.apps] },
    credentials: 'administration',
    parameters: [webhookIdParameter],
    responses: { 200: { description: 'The webhook.', schema: WebhookResponse } },
    refusals: ['invalid_parameter', 'not_found'],
    handle: async ({ principal, parameters }) => {
      const { organizationId } = principal;
      const found = await database.webhooks.find(organizationId, parameters.id);
      return { status: 200, body: { data: webhookRecord(requireWebhook(found)) } };
    },
  });
}

function change(dependencies: WebhookDependencies) {
  return defineRoute({
    method: 'patch',
    path: '/v1/webhooks/{id}',
    operationId: 'changeWebhook',
    summary: 'Change a webhook, deactivate it or activate it again',
    description: 'Of a webhook that a definition declares, `active` alone can be changed.',
    access: { all: [roles.apps] },
    credentials: 'administration',
    invalidates: [],
    parameters: [webhookIdParameter],
    body: WebhookUpdate,
    responses: { 200: { description: 'Changed.', schema: WebhookResponse } },
    refusals: ['invalid_body', 'invalid_parameter', 'not_found', 'webhook_declared'],
    handle: async ({ principal, parameters, body, context }) => {
      const changed = await changeWebhook(dependencies, principal, parameters.id, body, context);
      return { status: 200, body: { data: webhookRecord(changed) } };
    },
  });
}

function remove(dependencies: WebhookDependencies) {
  return defineRoute({
    method: 'delete',
    path: '/v1/webhooks/{id}',
    operationId: 'deleteWebhook',
    summary: 'Delete a webhook, with its deliveries',
    access: { all: [roles.apps] },
    credentials: 'administration',
    invalidates: [],
    parameters: [webhookIdParameter],
    responses: { 204: { description: 'Deleted.' } },
    refusals: ['invalid_parameter', 'not_found', 'webhook_declared'],
    handle: async ({ principal, parameters, context }) => {
      await deleteWebhook(dependencies, principal, parameters.id, context);
      return { status: 204 };
    },
  });
}

function secret(dependencies: WebhookDependencies) {
  return defineRoute({
    method: 'post',
    path: '/v1/webhooks/{id}/secret',
    operationId: 'generateWebhookSecret',
    summary: 'Generate a secret, in place of the one before',
    description: 'The secret is in this answer and nowhere else.',
    access: { all: [roles.apps, roles.appPermissions] },
    credentials: 'administration',
    invalidates: [],
    limit: 'secrets',
    parameters: [webhookIdParameter],
    body: secretBody,
    responses: { 200: { description: 'Generated.', schema: WebhookResponse } },
    refusals: ['invalid_body', 'invalid_parameter', 'not_found'],
    handle: async ({ principal, parameters, body, context }) => {
      const generated = await generateWebhookSecret(
        dependencies,
        principal,
        parameters.id,
        body.overlapSeconds ?? 0,
        context,
      );
      return { status: 200, body: { data: webhookRecord(generated.webhook, generated.secret) } };
    },
  });
}
