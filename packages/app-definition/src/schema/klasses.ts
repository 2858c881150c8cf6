import { standardKlasses } from './attribute-types.ts';
import type { JsonSchema } from './json-schema.ts';
import { attributeNamePattern } from './patterns.ts';

/** The limit per standard Klass and definition, over all elements. */
export const attributesOfKlassLimit = 1000;

export const attributeSchema = {
  type: 'object',
  description: 'A custom attribute of a standard Klass. Its name cannot be changed by users.',
  properties: {
    displayName: {
      type: 'string',
      maxLength: 256,
      description:
        'How the attribute appears in the product. Administrators can change it afterwards. At most 256 characters.',
      examples: ['Loyalty points'],
    },
    example: {
      type: 'string',
      maxLength: 1024,
      description: 'An example value of the attribute, as a string of at most 1024 characters.',
      examples: ['1250'],
    },
  },
} as const satisfies JsonSchema;

const standardKlass = {
  properties: {
    name: {
      type: 'string',
      enum: standardKlasses,
      errorMessage:
        'With metadata.standard it is a standard Klass: company, conversation, customer, message or user. Leave metadata.standard out to define a custom object.',
      description: 'The standard Klass that gains the attributes.',
    },
    metadata: {
      type: 'object',
      description: 'The attributes that the app adds to the standard Klass.',
      properties: {
        properties: {
          type: 'object',
          // The attribute registry lists them for every version of an app in an organization.
          maxProperties: attributesOfKlassLimit,
          description:
            'Custom attributes by name, at most 1000. A name is camelCase and its end gives the data type: Num number, Str short string, At date, Txt longer text, Bool boolean, Url URL. Another end gives no type, and a warning.',
          examples: [{ loyaltyPointsNum: { displayName: 'Loyalty points', example: '1250' } }],
          propertyNames: {
            type: 'string',
            pattern: attributeNamePattern,
            maxLength: 128,
            patternErrorMessage:
              'Write the attribute in camelCase, letters and digits only, as in loyaltyPointsNum.',
          },
          additionalProperties: attributeSchema,
        },
      },
    },
  },
} as const satisfies JsonSchema;

export const klassesSchema = {
  type: 'array',
  description:
    'Klass definitions. With `metadata.standard: true` an element adds custom attributes to a standard Klass; without it, it defines a custom object (KObject).',
  items: {
    type: 'object',
    description: 'Custom attributes of a standard Klass, or a custom object.',
    required: ['name'],
    properties: {
      name: {
        type: 'string',
        minLength: 1,
        description: `Name of the Klass. For custom attributes one of ${standardKlasses.map((name) => `\`${name}\``).join(', ')}.`,
        examples: [...standardKlasses],
      },
      metadata: {
        type: 'object',
        description: 'Whether the Klass is a standard one, and its properties.',
        properties: {
          standard: {
            type: 'boolean',
            description:
              'Must be true to add attributes to a standard Klass. When it is missing or false, the element defines a custom object of that name instead.',
            examples: [true],
          },
          properties: {
            description:
              'Properties by name: custom attributes of a standard Klass, or the properties of a custom object.',
          },
        },
      },
    },
    if: {
      type: 'object',
      required: ['metadata'],
      properties: {
        metadata: {
          type: 'object',
          required: ['standard'],
          properties: { standard: { const: true } },
        },
      },
    },
    // biome-ignore lint/suspicious/noThenProperty: a JSON Schema keyword
    then: standardKlass,
  },
} as const satisfies JsonSchema;
