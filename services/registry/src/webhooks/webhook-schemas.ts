import { schemas } from '@app-platform/http-api';

const { answer, list, page, record, text, time, timeOrNull } = schemas;

const integerOrNull = (description: string) => ({ type: ['integer', 'null'], description });
const textOrNull = (description: string) => text(description, { type: ['string', 'null'] });

const attempt = {
  type: 'object',
  required: ['at', 'durationMilliseconds', 'responseStatus', 'error'],
  properties: {
    at: time('When it began.'),
    durationMilliseconds: { type: 'integer', description: 'How long it took.' },
    responseStatus: integerOrNull('Of the response; null where none came.'),
    error: textOrNull('Why it was no success; null for a success.'),
  },
};

/** What the routes of webhooks answer with. */
export const webhookSchemas: Record<string, object> = {
  Webhook: record(
    'webhook',
    {
      url: text('Where events are sent.'),
      events: list({ type: 'string' }, 'The events that are sent.'),
      description: text('What people know it by.'),
      app: textOrNull(
        'The app whose current version declares it; null where the organization created it.',
      ),
      active: { type: 'boolean', description: 'Whether events are sent.' },
      disabledAt: timeOrNull('When it was deactivated.'),
      disabledReason: {
        enum: ['owner', 'failing', 'gone', null],
        description:
          '`owner`: by PATCH. `failing`: a delivery failed for three days, and no other succeeded. `gone`: the receiver answered 410.',
      },
      lastSuccessAt: timeOrNull('When a delivery last succeeded.'),
      hasSecret: {
        type: 'boolean',
        description: 'Whether a secret was generated. Until then nobody can verify deliveries.',
      },
      createdAt: time('When it was created or declared.'),
      updatedAt: time('When it was last changed.'),
      secret: text('`whsec_` and base64: only in the answer that generates it.'),
    },
    ['secret'],
  ),
  WebhookAnswer: answer('Webhook'),
  WebhookPage: page('Webhook'),
  WebhookDelivery: record('webhook_delivery', {
    eventId: text('The `webhook-id` of its requests.'),
    eventType: text('The event.'),
    status: {
      enum: ['pending', 'delivered', 'failed', 'canceled'],
      description: '`failed`: no attempt follows. `canceled`: the webhook was deactivated.',
    },
    createdAt: time('When the event happened, or was sent again.'),
    nextAttemptAt: timeOrNull('When the next attempt is due at the earliest.'),
    attempts: list(attempt, 'The attempts, the first one first.'),
    payload: {
      type: 'object',
      description: 'The body of its requests.',
      required: ['type', 'timestamp', 'data'],
      properties: {
        type: text('The event.'),
        timestamp: time('When it happened.'),
        data: {
          type: 'object',
          description: 'About the event: `app`, `version`, `organizationId` and more.',
          additionalProperties: true,
        },
      },
    },
  }),
  WebhookDeliveryAnswer: answer('WebhookDelivery'),
  WebhookDeliveryPage: page('WebhookDelivery'),
};
