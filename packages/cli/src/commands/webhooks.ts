import type { AppEventType } from '@app-platform/app-definition';
import type { Command } from 'commander';
import { type CommandContext, commandAction, type Outcome } from '../run-command.ts';
import { Registry } from '../session/registry.ts';
import { overlapOption } from './secret.ts';

export function addWebhooksCommand(program: Command, context: CommandContext): void {
  const webhooks = program
    .command('webhooks')
    .description("The organization's webhooks, and what was sent to them.");
  for (const add of [addList, addCreate, addSecret, addTest, addDeliveries, addRedeliver]) {
    add(webhooks, context);
  }
}

function addList(webhooks: Command, context: CommandContext): void {
  webhooks
    .command('list')
    .description("List the organization's webhooks, and those that its apps declare.")
    .action(
      commandAction<object>(context, 'Listing the webhooks', async (_values, options) => {
        const registry = await Registry.open(context, options);
        const found = await registry.list((client, query) =>
          client.GET('/v1/webhooks', { params: { query } }),
        );
        const lines = found.map(({ id, attributes: { url, events, app, active } }) =>
          [
            `${id} ${url}: ${events.join(', ')}`,
            ...(app === null ? [] : [`declared by ${app}`]),
            ...(active ? [] : ['inactive']),
          ].join(', '),
        );
        const data = found.map(({ id, attributes }) => ({ id, ...attributes }));
        return { data, text: lines.join('\n') || 'The organization has no webhook.' };
      }),
    );
}

type NewWebhook = { url: string; event: string[]; description?: string };

function addCreate(webhooks: Command, context: CommandContext): void {
  webhooks
    .command('create')
    .description('Send events to an address. The secret is shown once.')
    .requiredOption('--url <url>', 'where events are sent, by https')
    .requiredOption('--event <name...>', 'an event that is sent, such as app.installed; repeatable')
    .option('--description <text>', 'what people know the webhook by')
    .action(
      commandAction<NewWebhook>(context, 'Creating the webhook', async (_values, options) => {
        const { url, event: events, description } = options;
        const registry = await Registry.open(context, options);
        const { data: created } = await registry.call((client) =>
          client.POST('/v1/webhooks', {
            body: {
              url,
              // The registry refuses an unknown event, and names those that there are.
              events: events as AppEventType[],
              ...(description !== undefined && { description }),
            },
          }),
        );
        const { id, attributes } = created;
        return {
          data: { id, ...attributes },
          text: `Created the webhook ${id}.\nSecret, shown only now: ${attributes.secret}`,
        };
      }),
    );
}

function addSecret(webhooks: Command, context: CommandContext): void {
  webhooks
    .command('secret')
    .description('Make a new secret of a webhook. It is shown once.')
    .argument(...webhookArgument)
    .addOption(overlapOption())
    .action(
      commandAction<{ overlap: number }>(context, 'Making the secret', async ([id], options) => {
        const registry = await Registry.open(context, options);
        const { data: changed } = await registry.call((client) =>
          client.POST('/v1/webhooks/{id}/secret', {
            params: { path: { id: String(id) } },
            body: { overlapSeconds: options.overlap },
          }),
        );
        const { secret } = changed.attributes;
        return {
          data: { id: changed.id, secret, overlapSeconds: options.overlap },
          text: `Secret, shown only now: ${secret}`,
        };
      }),
    );
}

function addTest(webhooks: Command, context: CommandContext): void {
  webhooks
    .command('test')
    .description('Send the event webhook.test to a webhook, once.')
    .argument(...webhookArgument)
    .action(
      commandAction<object>(context, 'Sending the event', async ([id], options) => {
        const registry = await Registry.open(context, options);
        const { data } = await registry.call((client) =>
          client.POST('/v1/webhooks/{id}/test', { params: { path: { id: String(id) } } }),
        );
        return sent(String(id), data);
      }),
    );
}

function addRedeliver(webhooks: Command, context: CommandContext): void {
  webhooks
    .command('redeliver')
    .description('Send the event of a delivery again.')
    .argument(...webhookArgument)
    .argument('<delivery>', 'the id of the delivery, as `apps webhooks deliveries` lists it')
    .action(
      commandAction<object>(context, 'Sending the event', async ([id, deliveryId], options) => {
        const registry = await Registry.open(context, options);
        const path = { id: String(id), deliveryId: String(deliveryId) };
        const { data } = await registry.call((client) =>
          client.POST('/v1/webhooks/{id}/deliveries/{deliveryId}/redeliver', { params: { path } }),
        );
        return sent(String(id), data);
      }),
    );
}

const MOST_DELIVERIES = 100;

function addDeliveries(webhooks: Command, context: CommandContext): void {
  webhooks
    .command('deliveries')
    .description(`List what was sent to a webhook, the latest ${MOST_DELIVERIES} at most.`)
    .argument(...webhookArgument)
    .action(
      commandAction<object>(context, 'Listing the deliveries', async ([id], options) => {
        const registry = await Registry.open(context, options);
        const params = { path: { id: String(id) }, query: { 'page[size]': MOST_DELIVERIES } };
        const { data: found } = await registry.call((client) =>
          client.GET('/v1/webhooks/{id}/deliveries', { params }),
        );
        const data = found.map((one) => ({ id: one.id, ...one.attributes }));
        const lines = found.map((one) => {
          const { createdAt, eventType, status, attempts } = one.attributes;
          return `${one.id} ${createdAt} ${eventType}: ${status}${attemptText(attempts)}`;
        });
        return { data, text: lines.join('\n') || 'Nothing was sent to the webhook.' };
      }),
    );
}

type Attempt = { responseStatus: number | null; error: string | null };

/** What came of the attempts of a delivery, for example `, attempt 2: answered 204`. */
export function attemptText(attempts: readonly Attempt[]): string {
  const last = attempts.at(-1);
  if (!last) return '';
  return `, attempt ${attempts.length}: ${last.error ?? `answered ${last.responseStatus}`}`;
}

const webhookArgument = [
  '<id>',
  'the id of the webhook, as `apps webhooks list` lists it',
] as const;

type Delivery = { id: string; attributes: { eventId: string; eventType: string } };

function sent(webhook: string, { id, attributes }: Delivery): Outcome {
  return {
    data: { id, ...attributes },
    text: `Sending ${attributes.eventType} as the delivery ${id}. See: apps webhooks deliveries ${webhook}`,
  };
}
