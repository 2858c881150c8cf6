import { accessProperties } from './access.ts';
import { automationProperties } from './automation.ts';
import { configurationProperties } from './configuration.ts';
import { listingProperties, versionedListingProperties } from './directory-listing.ts';
import { identityProperties } from './identity.ts';
import type { JsonSchema } from './json-schema.ts';
import { klassesSchema } from './klasses.ts';
import { kviewAndShortcutProperties } from './kviews-and-shortcuts.ts';
import { lifecycleWebhooksSchema } from './lifecycle-webhooks.ts';
import { webhookAndCommandProperties } from './webhooks-and-commands.ts';

/** Where the registry publishes the schema. */
export const definitionSchemaPath = '/v1/apps/definition-schema.json';

const properties = {
  ...identityProperties,
  ...listingProperties,
  ...versionedListingProperties,
  ...accessProperties,
  klasses: klassesSchema,
  ...kviewAndShortcutProperties,
  ...automationProperties,
  ...webhookAndCommandProperties,
  lifecycleWebhooks: lifecycleWebhooksSchema,
  ...configurationProperties,
} as const satisfies Record<string, JsonSchema>;

/** The JSON Schema of an app definition, as it is enforced. See `publishedDefinitionSchema`. */
export const appDefinitionSchema = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  $id: definitionSchemaPath,
  title: 'App definition',
  description:
    'What an app is, what it adds to the product and how the app directory lists it. Registering it makes a version of the app available for installation.',
  type: 'object',
  required: ['app', 'version'],
  properties,
  additionalProperties: false,
} as const satisfies JsonSchema;
