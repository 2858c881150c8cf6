import type { JsonSchema } from './json-schema.ts';

/** The events of an app that webhooks receive. */
export const appEventTypes = [
  'app.registered',
  'app.deprecated',
  'app.yanked',
  'app.installed',
  'app.upgraded',
  'app.uninstalled',
  'app.restored',
  'app.secret_rotated',
] as const;

export type AppEventType = (typeof appEventTypes)[number];

/** Bounds the deliveries that one definition can cause. */
export const MAX_LIFECYCLE_WEBHOOKS = 10;
export const webhookUrlMaxLength = 2048;

/** Webhooks that receive the events of the app in every organization. */
export const lifecycleWebhooksSchema = {
  type: 'array',
  maxItems: MAX_LIFECYCLE_WEBHOOKS,
  description:
    'Where the registry sends what happens to the app, in every organization: those of the current version. An address keeps its secret for as long as versions declare it; `POST /v1/webhooks/{id}/secret` generates one.',
  examples: [[{ url: 'https://apps.example.com/events', events: ['app.installed'] }]],
  items: {
    type: 'object',
    description: 'One address and its events.',
    required: ['url', 'events'],
    properties: {
      url: {
        type: 'string',
        maxLength: webhookUrlMaxLength,
        description:
          'An `https` address on port 443, without user information or fragment. A development platform also sends to `http` on localhost, 127.0.0.1 or [::1].',
        examples: ['https://apps.example.com/events'],
      },
      events: {
        type: 'array',
        minItems: 1,
        maxItems: appEventTypes.length,
        description: 'The events that are sent.',
        examples: [['app.installed', 'app.uninstalled']],
        items: {
          type: 'string',
          enum: appEventTypes,
          description: 'Name of one event.',
        },
      },
    },
    additionalProperties: false,
  },
} as const satisfies JsonSchema;
