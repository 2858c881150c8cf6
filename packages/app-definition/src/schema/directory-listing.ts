import type { JsonSchema } from './json-schema.ts';
import { urlMaxLength, versionMaxLength, versionPattern } from './patterns.ts';

/** The tags that an app's author may set. */
export const categoryTags = ['ai', 'analytics', 'csat', 'ecommerce', 'messaging'] as const;

/** Maximum lengths of the texts of a directory entry; a page has up to a hundred entries. */
export const directoryTextLimits = { description: 32_768, developer: 256 } as const;

/** The most characters of an icon that `iconUrl` holds itself, as a `data:` URL. */
const dataIconMaxLength = 65_536;

const appDetails = {
  type: 'object',
  description: 'Who makes the app, what it connects to, and where its documentation is.',
  properties: {
    appDeveloper: {
      type: 'object',
      description: 'The developer of the app, as a link in the app directory.',
      properties: {
        name: {
          type: 'string',
          maxLength: directoryTextLimits.developer,
          description: 'Name of the developer, the title of the link. At most 256 characters.',
          examples: ['Example Labs'],
        },
        website: {
          type: 'string',
          description: 'URL of the website of the developer.',
          examples: ['https://labs.example.com'],
        },
        supportEmail: {
          type: 'string',
          description: 'Address at which the developer supports users of the app.',
          examples: ['support@labs.example.com'],
        },
      },
    },
    externalPlatform: {
      type: 'object',
      description: 'The product that the app connects to, as a link in the app directory.',
      properties: {
        name: {
          type: 'string',
          description: 'Name of the external product, the title of the link.',
          examples: ['Example Shop'],
        },
        website: {
          type: 'string',
          description: 'URL of the website of the external product.',
          examples: ['https://shop.example.com'],
        },
      },
    },
    documentationLinks: {
      type: 'array',
      description: 'Links to the documentation of the app.',
      items: {
        type: 'object',
        description: 'One link to documentation.',
        properties: {
          title: {
            type: 'string',
            description: 'Title of the link.',
            examples: ['Getting started'],
          },
          url: {
            type: 'string',
            description: 'URL that the link leads to.',
            examples: ['https://labs.example.com/docs/getting-started'],
          },
        },
      },
    },
  },
} as const satisfies JsonSchema;

const changelog = {
  type: 'object',
  description:
    'Release notes by app version. When it is given, the version of this definition must be one of its keys.',
  examples: [{ '0.0.1': '{{2024-01-31}} First release.' }],
  propertyNames: {
    type: 'string',
    pattern: versionPattern,
    maxLength: versionMaxLength,
    patternErrorMessage: 'A key of the changelog is a semantic version of the app, as in 0.0.1.',
  },
  additionalProperties: {
    type: 'string',
    description:
      'Release notes of one version, in Markdown. They begin with the date of the release in double curly braces; a note without it has a warning.',
    examples: ['{{2024-01-31}} First release.'],
  },
} as const satisfies JsonSchema;

/** Fields of the listing that can also change without a new version. */
export const listingProperties = {
  iconUrl: {
    type: 'string',
    maxLength: dataIconMaxLength,
    description: `URL of the logo of the app: a PNG of at least 1200 x 1200 pixels. At most ${urlMaxLength} characters, or ${dataIconMaxLength} for an image in a \`data:\` URL.`,
    examples: ['https://cdn.example.com/order-tracker/icon.png'],
  },
  description: {
    type: 'string',
    maxLength: directoryTextLimits.description,
    description:
      'What the app does, in Markdown, for the app directory. A newline is written as an escaped newline. At most 32768 characters.',
    examples: ['Shows the orders of a customer.\n\n- Status\n- Delivery date'],
  },
  vendor: {
    type: 'string',
    description: 'Name of the vendor of the app.',
    examples: ['Example Labs'],
  },
  website: {
    type: 'string',
    description: 'URL of the website of the app.',
    examples: ['https://labs.example.com/order-tracker'],
  },
  screenshots: {
    type: 'array',
    description: 'Screenshots shown in the app directory.',
    items: {
      type: 'string',
      description: 'URL of one screenshot.',
      examples: ['https://cdn.example.com/order-tracker/timeline.png'],
    },
  },
  instructions: {
    type: 'string',
    description: 'How to set the app up, for the person who installs it.',
    examples: ['Enter the API key of your shop on the settings page.'],
  },
  releaseNotesUrl: {
    type: 'string',
    description: 'URL of the release notes of the app.',
    examples: ['https://labs.example.com/order-tracker/releases'],
  },
  postInstallMessage: {
    type: 'string',
    description: 'Message that a user sees after installing the app.',
    examples: ['Order tracker is ready. Open a customer to see their orders.'],
  },
} as const satisfies Record<string, JsonSchema>;

/** Fields of the listing that belong to a version. */
export const versionedListingProperties = {
  appDetails,
  tags: {
    type: 'array',
    description: 'One or more categories under which the app directory lists the app.',
    minItems: 1,
    examples: [['ecommerce']],
    items: {
      type: 'string',
      enum: categoryTags,
      description:
        'One category. The tags `built-by-service` and `featured` are set by the operator of the service only.',
    },
  },
  changelog,
} as const satisfies Record<string, JsonSchema>;
