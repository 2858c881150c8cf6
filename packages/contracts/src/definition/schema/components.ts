import { anything, list, record, type Schema, text } from './shapes.ts';

/**
 * Components whose shape the specification leaves open. What is wrong below them is told as a
 * warning and never refuses a registration; unknown fields are kept.
 */
const advisory = { 'x-advisory': true };

const component = (fields: Record<string, Schema>, one: string, all: string): Schema =>
  list(record(fields, one), all, advisory);

const name = text('Name of the component, unique in the app.');
const description = text('What it does, for people.');
const url = text(
  'Address that is called. Template expressions and placeholders are kept as they are.',
);
const inputSchema = record({}, 'JSON Schema of the input.');
const outputSchema = record({}, 'JSON Schema of the output.');
const outputTemplate = anything('Template of the output.');

export const actions = component(
  {
    name,
    description,
    type: text('Kind of action, such as rest_api.'),
    inputTemplate: anything('Template of the input.'),
    inputSchema,
    outputTemplate,
    outputSchema,
  },
  'One workflow action.',
  'Workflow actions that the app configures.',
);

export const commands = component(
  {
    name,
    displayName: text('How the command is called.'),
    url,
    httpMethod: text('HTTP method of the call.', { examples: ['post'] }),
    permittedArgs: list(text('An argument.'), 'Arguments that callers may pass.'),
    appSettings: list(text('A setting, as category.name.'), 'Settings that the call is given.'),
    inputSchema,
    outputSchema,
    cacheSeconds: { type: 'number', description: 'How long an answer may be kept, in seconds.' },
  },
  'One command.',
  'Calls to the outside that the app configures.',
);

export const hooks = component(
  {
    eventName: text('Name of the event.'),
    displayEventName: text('How the event is called.'),
    description,
    type: text('How the event comes in.', { enum: ['form', 'web', 'email'] }),
  },
  'One inbound webhook.',
  'Inbound webhooks.',
);

export const triggers = component(
  { eventName: text('Name of the event.'), description, outputTemplate, outputSchema },
  'One trigger.',
  'Events that start workflows.',
);

export const outboundWebhooks = component(
  {
    name,
    url,
    events: list(text('An event.'), 'Events that are sent.'),
    headers: record({}, 'Headers that are sent.', { additionalProperties: text('A value.') }),
  },
  'One outbound webhook.',
  'Webhooks that the platform calls.',
);

const size = (what: string) => ({
  type: ['number', 'string'],
  description: `${what}: a number of pixels, or a size such as 20vw.`,
});

export const widgets = component(
  {
    name,
    title: text('Title of the widget.'),
    icon: text('Icon of the widget.'),
    url,
    width: size('Width'),
    height: size('Height'),
    iframePermissions: {
      type: ['array', 'string'],
      description: 'Permissions of the frame that the widget runs in.',
    },
  },
  'One widget.',
  'Pages of the app inside the product.',
);

export const workflows = component(
  {
    name,
    description,
    trigger: anything('What starts the workflow.'),
    steps: {
      type: ['array', 'object'],
      description:
        'The steps; the `action` of a step names an action of the app or of the platform.',
    },
  },
  'One workflow.',
  'Workflows that the app brings along.',
);

const setting = record(
  {
    type: text('Type of the value.', { enum: ['string', 'number', 'boolean', 'secret'] }),
    defaultValue: anything('Value until somebody sets one.'),
    required: { type: 'boolean', description: 'Whether the app needs a value.' },
    description,
    hidden: { type: 'boolean', description: 'Whether the settings page leaves it out.' },
  },
  'One setting.',
);

export const settings = record({}, 'App settings: category, then name, then setting.', {
  additionalProperties: record({}, 'One category.', { additionalProperties: setting }),
  ...advisory,
});

export const settingsPageConfig = record(
  { title: text('Title of the page.'), description, url },
  'Custom settings pages.',
  advisory,
);

export const i18n = record({}, 'Texts by locale, such as en_us, and key.', {
  additionalProperties: record({}, 'The texts of one locale.', {
    additionalProperties: text('A text.'),
  }),
  ...advisory,
});
