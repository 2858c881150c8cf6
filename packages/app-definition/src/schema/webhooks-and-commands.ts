import type { JsonSchema } from './json-schema.ts';

const commands = {
  type: 'array',
  'x-advisory': true,
  description: 'Commands: requests that the product makes to the app for a user or a view.',
  items: {
    type: 'object',
    description: 'One command.',
    properties: {
      name: {
        type: 'string',
        description: 'Name of the command, by which it is run.',
        examples: ['refund_order'],
      },
      displayName: {
        type: 'string',
        description: 'How the command appears in the product.',
        examples: ['Refund order'],
      },
      url: {
        type: 'string',
        description:
          'URL that the command calls. It may hold template expressions, or be a path on the host of the app.',
        examples: ['https://api.example.com/refunds', '/refunds'],
      },
      httpMethod: {
        type: 'string',
        description: 'HTTP method of the call.',
        examples: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'],
      },
      permittedArgs: {
        type: ['array', 'object'],
        description: 'Arguments that a caller may pass to the command.',
        examples: [['orderNumber', 'reason']],
      },
      appSettings: {
        type: ['array', 'object'],
        description:
          'Settings of the app that the call is given, declared in `settings`: by category and name, by a name of the call with the key `<app>.<category>.<name>`, or as an array of `<category>.<name>`.',
        examples: [
          { authentication: { apiKey: true } },
          { token: { key: 'order_tracker.authentication.apiKey' } },
          ['authentication.apiKey'],
        ],
      },
      inputSchema: {
        type: 'object',
        description: 'JSON Schema of what the command takes.',
        examples: [{ type: 'object', properties: { orderNumber: { type: 'string' } } }],
      },
      outputSchema: {
        type: 'object',
        description: 'JSON Schema of what the command returns.',
        examples: [{ type: 'object', properties: { refunded: { type: 'boolean' } } }],
      },
      cacheSeconds: {
        type: 'number',
        description: 'How many seconds an answer may be served again without a new call.',
        examples: [60],
      },
    },
  },
} as const satisfies JsonSchema;

const hooks = {
  type: 'array',
  'x-advisory': true,
  description: 'Inbound webhooks: addresses at which the product receives events for the app.',
  items: {
    type: 'object',
    description: 'One inbound webhook.',
    properties: {
      eventName: {
        type: 'string',
        description: 'Name of the event that a received request raises.',
        examples: ['order_tracker.order_shipped'],
      },
      displayEventName: {
        type: 'string',
        description: 'How the event appears in the product.',
        examples: ['Order shipped'],
      },
      description: {
        type: 'string',
        description: 'When the webhook is called.',
        examples: ['The shop calls it when an order leaves the warehouse.'],
      },
      type: {
        type: 'string',
        enum: ['form', 'web', 'email'],
        description: 'What the webhook receives: a form, a web request or an e-mail.',
      },
    },
  },
} as const satisfies JsonSchema;

const outboundWebhooks = {
  type: 'array',
  'x-advisory': true,
  description: 'Outbound webhooks: requests that the product makes to the app when events occur.',
  items: {
    type: 'object',
    description: 'One outbound webhook.',
    properties: {
      name: {
        type: 'string',
        description: 'Name of the webhook.',
        examples: ['customer-updates'],
      },
      url: {
        type: 'string',
        description: 'URL that receives the events. It may hold template expressions.',
        examples: ['https://api.example.com/webhooks/customers'],
      },
      events: {
        type: 'array',
        description: 'Events that the webhook is called for.',
        examples: [['customer.update']],
        items: {
          type: 'string',
          description: 'Name of one event.',
          examples: ['customer.update'],
        },
      },
      headers: {
        type: ['object', 'array'],
        description: 'Headers of the request: by name, or as a list of names and values.',
        examples: [
          { 'x-api-key': '{{settings.authentication.apiKey}}' },
          [{ name: 'x-origin', value: 'order-tracker' }],
        ],
        additionalProperties: { type: 'string', description: 'Value of one header.' },
        items: {
          type: 'object',
          description: 'One header.',
          properties: {
            name: { type: 'string', description: 'Name of the header.', examples: ['x-origin'] },
            value: {
              type: 'string',
              description: 'Value of the header.',
              examples: ['order-tracker'],
            },
          },
        },
      },
    },
  },
} as const satisfies JsonSchema;

/** Requests between the product and the app, in both directions. */
export const webhookAndCommandProperties = {
  commands,
  hooks,
  outboundWebhooks,
} as const satisfies Record<string, JsonSchema>;
