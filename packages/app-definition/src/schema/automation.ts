import type { JsonSchema } from './json-schema.ts';

const actions = {
  type: 'array',
  'x-advisory': true,
  description: 'Workflow actions that the app provides.',
  items: {
    type: 'object',
    description: 'One workflow action.',
    properties: {
      name: {
        type: 'string',
        description: 'Name of the action, by which a step of a workflow refers to it.',
        examples: ['find_order'],
      },
      description: {
        type: 'string',
        description: 'What the action does.',
        examples: ['Finds an order by its number.'],
      },
      type: {
        type: 'string',
        description: 'Kind of the action.',
        examples: ['rest_json'],
      },
      inputTemplate: {
        description: 'What the action sends, with template expressions over its input.',
        examples: [{ method: 'GET', uri: 'https://api.example.com/orders/{{{number}}}' }],
      },
      inputSchema: {
        type: 'object',
        description: 'JSON Schema of what the action takes.',
        examples: [{ type: 'object', properties: { number: { type: 'string' } } }],
      },
      outputTemplate: {
        description: 'What the action returns, with template expressions over what it received.',
        examples: [{ status: '{{{body.status}}}' }],
      },
      outputSchema: {
        type: 'object',
        description: 'JSON Schema of what the action returns.',
        examples: [{ type: 'object', properties: { status: { type: 'string' } } }],
      },
    },
  },
} as const satisfies JsonSchema;

const triggers = {
  type: 'array',
  'x-advisory': true,
  description: 'Events of the app that can start a workflow.',
  items: {
    type: 'object',
    description: 'One event that can start a workflow.',
    properties: {
      eventName: {
        type: 'string',
        description: 'Name of the event.',
        examples: ['order_tracker.order_shipped'],
      },
      description: {
        type: 'string',
        description: 'When the event occurs.',
        examples: ['An order has left the warehouse.'],
      },
      outputTemplate: {
        description: 'What the event hands to a workflow, with template expressions.',
        examples: [{ number: '{{{body.number}}}' }],
      },
      outputSchema: {
        type: 'object',
        description: 'JSON Schema of what the event hands to a workflow.',
        examples: [{ type: 'object', properties: { number: { type: 'string' } } }],
      },
    },
  },
} as const satisfies JsonSchema;

const step = {
  type: 'object',
  description: 'One step of the workflow.',
  properties: {
    action: {
      description:
        'Name of the action that the step runs: one of `actions`, alone, after the app and a dot, or after `kustomer.app.<app>.`; or a dotted name of the platform.',
      examples: ['find_order', 'order_tracker.find_order', 'kustomer.app.order_tracker.find_order'],
    },
  },
} as const satisfies JsonSchema;

const workflows = {
  type: 'array',
  'x-advisory': true,
  description: 'Workflows that come with the app.',
  items: {
    type: 'object',
    description: 'One workflow.',
    properties: {
      name: {
        type: 'string',
        description: 'Name of the workflow.',
        examples: ['Tell the customer that an order was shipped'],
      },
      description: {
        type: 'string',
        description: 'What the workflow does.',
        examples: ['Looks the order up and messages the customer.'],
      },
      trigger: {
        type: ['object', 'string'],
        description: 'What starts the workflow: the name of an event, or an object that holds it.',
        examples: [{ eventName: 'order_tracker.order_shipped' }],
      },
      steps: {
        type: ['array', 'object'],
        description: 'The steps of the workflow, in order or by name.',
        examples: [[{ action: 'find_order' }]],
        items: step,
        additionalProperties: step,
      },
    },
  },
} as const satisfies JsonSchema;

/** Additions to workflows. */
export const automationProperties = {
  actions,
  triggers,
  workflows,
} as const satisfies Record<string, JsonSchema>;
