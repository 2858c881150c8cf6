import type { JsonSchema } from './json-schema.ts';

/** Entries of categories and locales with longer names are not checked. */
const nameMaxLength = 256;

const setting = {
  type: 'object',
  description: 'One setting.',
  properties: {
    type: {
      type: 'string',
      enum: ['string', 'number', 'boolean', 'secret'],
      description: 'Type of the value. A secret is a string that is never shown again.',
    },
    defaultValue: {
      description: 'Value until a user sets another. It is of the declared type.',
      examples: ['eu', 30, true],
    },
    required: {
      type: 'boolean',
      description: 'Whether the app needs a value.',
    },
    description: {
      type: 'string',
      description: 'What the setting does, for the person who sets it.',
      examples: ['The API key of your shop.'],
    },
    hidden: {
      type: 'boolean',
      description: 'Whether users do not see the setting.',
    },
  },
} as const satisfies JsonSchema;

const settings = {
  type: 'object',
  'x-advisory': true,
  description: 'Settings of the app, by category and name.',
  examples: [{ authentication: { apiKey: { type: 'secret', required: true } } }],
  propertyNames: { type: 'string', maxLength: nameMaxLength },
  additionalProperties: {
    type: 'object',
    description: 'The settings of one category, by name.',
    additionalProperties: setting,
  },
} as const satisfies JsonSchema;

const settingsPageConfig = {
  type: 'object',
  'x-advisory': true,
  description: 'A settings page that the app hosts itself.',
  properties: {
    title: {
      type: 'string',
      description: 'Title of the page.',
      examples: ['Order tracker settings'],
    },
    description: {
      type: 'string',
      description: 'What is set on the page.',
      examples: ['Connect your shop.'],
    },
    url: {
      type: 'string',
      description:
        'URL of the page. It may hold template expressions, or be a path on the host of the app.',
      examples: ['https://apps.example.com/order-tracker/settings'],
    },
  },
} as const satisfies JsonSchema;

const widgets = {
  type: 'array',
  'x-advisory': true,
  description: 'Pages of the app that the product shows in a frame.',
  items: {
    type: 'object',
    description: 'One widget.',
    properties: {
      name: { type: 'string', description: 'Name of the widget.', examples: ['order-map'] },
      title: {
        type: 'string',
        description: 'Heading of the widget.',
        examples: ['Where the order is'],
      },
      icon: { type: 'string', description: 'Icon of the widget.', examples: ['map'] },
      url: {
        type: 'string',
        description:
          'URL of the page. It may hold template expressions, or be a path on the host of the app.',
        examples: ['https://apps.example.com/order-tracker/map'],
      },
      width: {
        type: ['number', 'string'],
        description: 'Width of the frame: a number of pixels, or a CSS length.',
        examples: [400, '20vw'],
      },
      height: {
        type: ['number', 'string'],
        description: 'Height of the frame: a number of pixels, or a CSS length.',
        examples: [300, '40vh'],
      },
      iframePermissions: {
        type: ['array', 'string'],
        description: 'Browser features that the frame may use.',
        examples: [['clipboard-write'], 'camera; microphone'],
        items: {
          type: 'string',
          description: 'One browser feature.',
          examples: ['clipboard-write'],
        },
      },
    },
  },
} as const satisfies JsonSchema;

const i18n = {
  type: 'object',
  'x-advisory': true,
  description: 'Translations of the texts of the app, by locale and key.',
  examples: [{ en_us: { 'orders.title': 'Orders' }, de_de: { 'orders.title': 'Bestellungen' } }],
  propertyNames: { type: 'string', maxLength: nameMaxLength },
  additionalProperties: {
    type: 'object',
    description: 'The texts in one locale, by key. Every locale has the same keys.',
    additionalProperties: { type: 'string', description: 'The text in that locale.' },
  },
} as const satisfies JsonSchema;

/** Settings, settings page, widgets and translations. */
export const configurationProperties = {
  settings,
  settingsPageConfig,
  widgets,
  i18n,
} as const satisfies Record<string, JsonSchema>;
