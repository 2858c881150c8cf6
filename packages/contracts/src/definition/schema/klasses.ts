import { list, record, text } from './shapes.ts';

export const standardKlasses = ['company', 'conversation', 'customer', 'message', 'user'] as const;

const attribute = record(
  {
    displayName: text('How the attribute appears. Administrators can change it.', {
      examples: ['Points'],
    }),
    example: text('An example value.', { examples: ['120'] }),
  },
  'One attribute.',
);

const standardKlass = {
  type: 'object',
  properties: {
    name: { enum: standardKlasses },
    metadata: {
      type: 'object',
      properties: {
        properties: {
          type: 'object',
          propertyNames: {
            maxLength: 128,
            pattern: '^[a-z][A-Za-z0-9]*(?:Num|Str|At|Txt|Bool|Url)$',
          },
          additionalProperties: attribute,
        },
      },
    },
  },
};

export const klasses = list(
  record(
    {
      name: text(
        'For attributes on a standard Klass: company, conversation, customer, message or user. Otherwise the name of a custom object.',
        { minLength: 1, examples: ['customer'] },
      ),
      metadata: record(
        {
          standard: {
            type: 'boolean',
            description:
              'true: adds attributes to the standard Klass. Left out: defines a custom object of that name instead.',
          },
          properties: {
            type: 'object',
            description:
              'From attribute name (camelCase, ending in Num, Str, At, Txt, Bool or Url for its type) to attribute.',
          },
        },
        'What the Klass is, and its attributes.',
      ),
    },
    'One Klass.',
    {
      required: ['name'],
      if: {
        type: 'object',
        properties: {
          metadata: {
            type: 'object',
            properties: { standard: { const: true } },
            required: ['standard'],
          },
        },
        required: ['metadata'],
      },
      // biome-ignore lint/suspicious/noThenProperty: the keyword of JSON Schema
      then: standardKlass,
    },
  ),
  'Custom attributes on standard Klasses, and custom objects.',
);
