import { pageKeys, parameter } from '@app-platform/http-api';
import {
  anyObject,
  boolean,
  choice,
  component,
  integer,
  integerOrNull,
  list,
  page,
  record,
  response,
  text,
  textOrNull,
  time,
  timeOrNull,
} from '@app-platform/http-api/schemas';
import { type Static, Type } from '@sinclair/typebox';
import type { Delivery } from './delivery-log-store.ts';
import type { DisabledReason, Webhook as StoredWebhook } from './webhook-store.ts';

export const webhookIdParameter = parameter(
  'id',
  'path',
  Type.String({ pattern: pageKeys.uuid.source }),
  "The webhook's id.",
);

export const deliveryIdParameter = parameter(
  'deliveryId',
  'path',
  Type.String({ pattern: pageKeys.number.source }),
  "The delivery's id.",
);

const disabledReasons = ['owner', 'failing', 'gone'] as const satisfies readonly DisabledReason[];

const Webhook = component(
  'Webhook',
  record(
    'webhook',
    Type.Object({
      url: text('Where events are sent.'),
      events: list(Type.String(), 'The events that are sent.'),
      description: text('What people know it by.'),
      app: textOrNull(
        'The app whose current version declares it; null where the organization created it.',
      ),
      active: boolean('Whether events are sent.'),
      disabledAt: timeOrNull('When it was deactivated.'),
      disabledReason: choice(
        [...disabledReasons, null],
        '`owner`: by PATCH. `failing`: a delivery failed for three days, and no other succeeded. `gone`: the receiver answered 410.',
      ),
      lastSuccessAt: timeOrNull('When a delivery last succeeded.'),
      hasSecret: boolean(
        'Whether a secret was generated. Until then nobody can verify deliveries.',
      ),
      createdAt: time('When it was created or declared.'),
      updatedAt: time('When it was last changed.'),
      secret: Type.Optional(text('`whsec_` and base64: only in the answer that generates it.')),
    }),
  ),
);

export const WebhookResponse = component('WebhookResponse', response(Webhook));
export const WebhookPage = component('WebhookPage', page(Webhook));

const statuses = ['pending', 'delivered', 'failed', 'canceled'] as const;

const Attempt = Type.Object({
  at: time('When it began.'),
  durationMilliseconds: integer('How long it took.'),
  responseStatus: integerOrNull('Of the response; null where none came.'),
  error: textOrNull('Why it was no success; null for a success.'),
});

export const deliveryProperties = {
  eventId: text('The `webhook-id` of its requests.'),
  eventType: text('The event.'),
  status: choice(
    statuses,
    '`failed`: no attempt follows. `canceled`: the webhook was deactivated.',
  ),
  createdAt: time('When the event happened, or was sent again.'),
  nextAttemptAt: timeOrNull('When the next attempt is due at the earliest.'),
  attempts: list(Attempt, 'The attempts, the first one first.'),
  payload: Type.Object(
    {
      type: text('The event.'),
      timestamp: time('When it happened.'),
      data: anyObject('About the event: `app`, `version`, `organizationId` and more.'),
    },
    { description: 'The body of its requests.' },
  ),
};

const WebhookDelivery = component(
  'WebhookDelivery',
  record('webhook_delivery', Type.Object(deliveryProperties)),
);

export const WebhookDeliveryResponse = component(
  'WebhookDeliveryResponse',
  response(WebhookDelivery),
);
export const WebhookDeliveryPage = component('WebhookDeliveryPage', page(WebhookDelivery));

/** @param secret only in the response that generates it */
export function webhookRecord(
  { id, ...webhook }: StoredWebhook,
  secret?: string,
): Static<typeof Webhook> {
  const { app, url, events, description, disabledAt, disabledReason, lastSuccessAt } = webhook;
  return {
    type: 'webhook',
    id,
    attributes: {
      url,
      events,
      description,
      app,
      active: disabledAt === null,
      disabledAt,
      disabledReason: disabledReason as DisabledReason | null,
      lastSuccessAt,
      hasSecret: webhook.hasSecret,
      createdAt: webhook.createdAt,
      updatedAt: webhook.updatedAt,
      ...(secret !== undefined && { secret }),
    },
  };
}

export function deliveryRecord({ id, ...delivery }: Delivery): Static<typeof WebhookDelivery> {
  const { eventId, eventType, status, createdAt, nextAttemptAt, attempts, payload } = delivery;
  return {
    type: 'webhook_delivery',
    id: String(id),
    attributes: {
      eventId,
      eventType,
      status: status as (typeof statuses)[number],
      createdAt,
      nextAttemptAt,
      attempts,
      payload: JSON.parse(payload),
    },
  };
}
