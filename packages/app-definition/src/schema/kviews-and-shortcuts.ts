import type { JsonSchema } from './json-schema.ts';

const kviews = {
  type: 'array',
  description: 'Klass views: how the product shows objects and what the app adds to its pages.',
  items: {
    type: 'object',
    description: 'One Klass view.',
    properties: {
      name: {
        type: 'string',
        description: 'Name of the view, unique in the app.',
        examples: ['order-tracker-order-card'],
      },
      template: {
        type: 'string',
        description: 'Markup template that the view renders.',
        examples: ['<div><h3>{{object.title}}</h3></div>'],
      },
      context: {
        type: 'string',
        description: 'Where in the product the view appears.',
        examples: ['expanded-timeline'],
      },
      resource: {
        type: 'string',
        description: 'The kind of object that the view shows.',
        examples: ['customer'],
      },
      meta: {
        type: 'object',
        description: 'How the view presents itself.',
        properties: {
          displayName: {
            type: 'string',
            description: 'Heading of the view.',
            examples: ['Orders'],
          },
          icon: {
            type: 'string',
            description: 'Name of the icon beside the heading.',
            examples: ['cart'],
          },
          state: {
            type: 'string',
            description: 'State in which the view starts.',
            examples: ['open'],
          },
        },
      },
    },
  },
} as const satisfies JsonSchema;

const shortcuts = {
  type: 'array',
  description: 'Canned responses that team members insert into a conversation.',
  items: {
    type: 'object',
    description: 'One canned response.',
    properties: {
      name: {
        type: 'string',
        description: 'Name under which team members find the response.',
        examples: ['Where is my order?'],
      },
      draft: {
        type: 'object',
        description: 'The message that the response drafts.',
        properties: {
          text: {
            type: 'string',
            description: 'The message as plain text.',
            examples: ['Your order is on its way.'],
          },
          template: {
            type: 'string',
            description: 'The message as a template.',
            examples: ['Hello {{customer.name}}, your order is on its way.'],
          },
        },
      },
      payload: { description: 'Any data that goes with the response.' },
      accessTeams: {
        type: 'array',
        description: 'Teams that may use the response.',
        items: { type: 'string', description: 'Id of a team.' },
      },
      accessUsers: {
        type: 'array',
        description: 'Users who may use the response.',
        items: { type: 'string', description: 'Id of a user.' },
      },
      conversation: {
        description: 'What the response does to the conversation, besides drafting a message.',
      },
    },
  },
} as const satisfies JsonSchema;

const meta = {
  type: 'object',
  description: 'Metadata of the app. Other keys may stand beside the known ones.',
  properties: {
    externalQueue: {
      type: 'string',
      description:
        "External queue name of a voice app. It assigns voice-channel teams to that queue and keeps the app's voice calls from being routed to other teams. The queue is an option in the routing profile of the voice-channel team.",
      examples: ['Example Voice'],
    },
    lint: {
      type: 'object',
      maxProperties: 100,
      description:
        'Lint rules that do not hold for this app, by name, each with the reason. The reason has at most 500 characters. Errors cannot be excused.',
      examples: [{ 'unused-setting': 'Our server reads the setting.' }],
      additionalProperties: {
        type: 'string',
        maxLength: 500,
        description: 'Why the rule does not hold for this app.',
        examples: ['Our server reads the setting.'],
      },
    },
  },
} as const satisfies JsonSchema;

/** Additions to the pages on which team members work. */
export const kviewAndShortcutProperties = {
  kviews,
  shortcuts,
  dataSubscriptions: {
    type: 'array',
    description:
      'Data that a voice app subscribes to, together with `meta.externalQueue`. `click-to-dial` shows a click-to-dial option to voice-channel team members of the queue, `status-sync` syncs changes of their agent status.',
    examples: [['click-to-dial', 'status-sync']],
    items: {
      type: 'string',
      enum: ['click-to-dial', 'status-sync'],
      description: 'One kind of data.',
    },
  },
  meta,
} as const satisfies Record<string, JsonSchema>;
