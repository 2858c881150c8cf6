import { isIP } from 'node:net';
import {
  type AppEventType,
  appEventTypes,
  webhookUrlFault,
  webhookUrlMaxLength,
} from '@app-platform/app-definition';
import { problem, storableText } from '@app-platform/contracts';
import { AppError, type RequestContext } from '@app-platform/http-api';
import type { Clock, KeyEncryption } from '@app-platform/runtime';
import { type Static, Type } from '@sinclair/typebox';
import type { Principal } from '../authentication/principal.ts';
import type { Database } from '../database/database.ts';
import { newWebhookSecret } from '../events/webhook-secret.ts';
import type { WebhookStores } from './delivery-log-store.ts';
import { addressKind } from './public-address.ts';
import type { Webhook, WebhookChange } from './webhook-store.ts';

const MAX_WEBHOOKS = 20;

export type WebhookDependencies = {
  database: Database<WebhookStores>;
  clock: Clock;
  webhooks: WebhookSettings;
};

const fields = {
  url: Type.String({
    description:
      'Where events are sent: an `https` address on port 443 that leads to a public network.',
    minLength: 1,
    maxLength: webhookUrlMaxLength,
  }),
  events: Type.Array(
    Type.Unsafe<AppEventType>({
      description: 'The name of an event.',
      type: 'string',
      enum: appEventTypes,
    }),
    {
      description: 'The events that are sent.',
      minItems: 1,
      maxItems: appEventTypes.length,
      uniqueItems: true,
    },
  ),
  description: Type.Optional(
    Type.String({
      ...storableText,
      description: 'What people know the webhook by. Without NUL.',
      maxLength: 256,
    }),
  ),
};

export const NewWebhook = Type.Object(fields, { additionalProperties: false });
export type NewWebhook = Static<typeof NewWebhook>;

/**
 * Creates a webhook of the principal's organization.
 * @returns it, and the secret, which cannot be had again
 * @throws AppError `invalid_body` for its address, `too_many_webhooks`
 */
export async function createWebhook(
  { database, webhooks: settings }: WebhookDependencies,
  principal: Principal,
  { url, events, description = '' }: NewWebhook,
  context: RequestContext,
): Promise<{ webhook: Webhook; secret: string }> {
  refuseWebhookUrl(url, settings);
  const { organizationId } = principal;
  const secret = newWebhookSecret();
  const encrypted = settings.encryption.encrypt(secret);
  const webhook = await database.transaction(async ({ organizations, webhooks, audit }) => {
    await organizations.lock(organizationId);
    if ((await webhooks.count(organizationId)) >= MAX_WEBHOOKS) throw tooManyWebhooks();
    const created = { organizationId, url, events, description, secret: encrypted };
    const id = await webhooks.create(created);
    await audit.record({
      actor: principal,
      action: 'webhook.created',
      subject: id,
      organizationId,
      context,
      after: { host: new URL(url).host, events },
    });
    return requireWebhook(await webhooks.find(organizationId, id));
  });
  return { webhook, secret };
}

function tooManyWebhooks(): AppError {
  const detail = `An organization has at most ${MAX_WEBHOOKS} webhooks. Delete one that is not used, or give one more events.`;
  return new AppError(problem('too_many_webhooks', detail));
}

export const WebhookUpdate = Type.Object(
  {
    url: Type.Optional(fields.url),
    events: Type.Optional(fields.events),
    description: fields.description,
    active: Type.Optional(
      Type.Boolean({
        description: 'Whether events are sent. False cancels what was to be sent.',
      }),
    ),
  },
  { additionalProperties: false },
);
export type WebhookUpdate = Static<typeof WebhookUpdate>;

/**
 * Changes a webhook. Deactivating it cancels what was to be sent.
 * @throws AppError `not_found`, `invalid_body` for its address, `webhook_declared` for anything but
 *   `active` where a definition declares it
 */
export async function changeWebhook(
  { database, clock, webhooks: settings }: WebhookDependencies,
  principal: Principal,
  id: string,
  { active, ...fields }: WebhookUpdate,
  context: RequestContext,
): Promise<Webhook> {
  const { organizationId } = principal;
  return database.transaction(async ({ webhooks, deliveries, audit }) => {
    const webhook = requireWebhook(await webhooks.lock(organizationId, id));
    if (Object.keys(fields).length > 0) refuseDeclared(webhook);
    if (fields.url !== undefined) refuseWebhookUrl(fields.url, settings);
    const now = clock();
    const changes = { ...webhook, ...fields, ...activation(webhook, active, now) };
    await webhooks.change(id, { ...changes, updatedAt: now });
    if (active === false) await deliveries.cancel(id);
    const changed = requireWebhook(await webhooks.find(organizationId, id));
    await audit.record({
      actor: principal,
      action: 'webhook.changed',
      subject: id,
      organizationId,
      context,
      before: auditedValues(webhook),
      after: auditedValues(changed),
    });
    return changed;
  });
}

/**
 * Deletes a webhook with its deliveries.
 * @throws AppError `not_found`, `webhook_declared`
 */
export async function deleteWebhook(
  { database }: WebhookDependencies,
  principal: Principal,
  id: string,
  context: RequestContext,
): Promise<void> {
  const { organizationId } = principal;
  await database.transaction(async ({ webhooks, audit }) => {
    const webhook = requireWebhook(await webhooks.lock(organizationId, id));
    refuseDeclared(webhook);
    await webhooks.remove(id);
    await audit.record({
      actor: principal,
      action: 'webhook.deleted',
      subject: id,
      organizationId,
      context,
      before: auditedValues(webhook),
    });
  });
}

function activation(
  { disabledAt }: Webhook,
  active: boolean | undefined,
  now: Date,
): Partial<Pick<WebhookChange, 'disabledAt' | 'disabledReason'>> {
  if (active === undefined || active === (disabledAt === null)) return {};
  return active
    ? { disabledAt: null, disabledReason: null }
    : { disabledAt: now, disabledReason: 'owner' };
}

/** Only the host of the address: its path or query may hold a secret. */
function auditedValues({ url, events, disabledAt }: Webhook) {
  return { host: new URL(url).host, events, active: disabledAt === null };
}

/**
 * Generates a secret for a webhook, in place of the one before.
 * @param overlapSeconds how long the one before signs deliveries too
 * @returns the secret, which cannot be had again
 * @throws AppError `not_found`
 */
export async function generateWebhookSecret(
  { database, webhooks: settings }: WebhookDependencies,
  principal: Principal,
  id: string,
  overlapSeconds: number,
  context: RequestContext,
): Promise<{ webhook: Webhook; secret: string }> {
  const { organizationId } = principal;
  const secret = newWebhookSecret();
  const encrypted = settings.encryption.encrypt(secret);
  const webhook = await database.transaction(async ({ webhooks, audit }) => {
    requireWebhook(await webhooks.lock(organizationId, id));
    await webhooks.replaceSecret(id, encrypted, overlapSeconds);
    await audit.record({
      actor: principal,
      action: 'webhook_secret.generated',
      subject: id,
      organizationId,
      context,
      after: { overlapSeconds },
    });
    return requireWebhook(await webhooks.find(organizationId, id));
  });
  return { webhook, secret };
}

/** @throws AppError `not_found` */
export function requireWebhook(webhook: Webhook | undefined): Webhook {
  if (webhook) return webhook;
  const detail = 'Your organization has no webhook of this id. See GET /v1/webhooks.';
  throw new AppError(problem('not_found', detail, { parameter: 'id' }));
}

/** @throws AppError `webhook_declared` */
function refuseDeclared({ app }: Webhook): void {
  if (app === null) return;
  const detail = `The current version of ${app} declares this webhook in \`lifecycleWebhooks\`. Register a version with other ones. Here it can be deactivated, and given a new secret.`;
  throw new AppError(problem('webhook_declared', detail, { parameter: 'id' }));
}

/** @throws AppError `webhook_inactive` */
export function refuseInactive({ disabledAt }: Webhook): void {
  if (disabledAt === null) return;
  const detail =
    'Nothing is sent to this webhook. Activate it with PATCH and {"active": true} first.';
  throw new AppError(problem('webhook_inactive', detail, { parameter: 'id' }));
}

/**
 * Refuses an address that can never be sent to. Where a host name leads is checked when connecting.
 * @throws AppError `invalid_body`
 */
function refuseWebhookUrl(url: string, settings: Pick<WebhookSettings, 'allowsLoopback'>): void {
  const fault = webhookUrlFault(url, settings) ?? addressFault(new URL(url), settings);
  if (fault) throw new AppError(problem('invalid_body', `'url' ${fault}`, { pointer: '/url' }));
}

function addressFault(
  { hostname }: URL,
  { allowsLoopback }: Pick<WebhookSettings, 'allowsLoopback'>,
): string | undefined {
  const host = hostname.replace(/^\[(.*)\]$/, '$1');
  if (!isIP(host)) return undefined;
  const kind = addressKind(host);
  if (kind === 'public' || (kind === 'loopback' && allowsLoopback)) return undefined;
  return 'is not a public address. Write the name of a host that the internet reaches.';
}

export type WebhookSettings = {
  /** Encrypts the secrets. */
  encryption: KeyEncryption;
  /** For development: `http`, any port and loopback addresses. */
  allowsLoopback: boolean;
};
