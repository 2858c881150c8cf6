import type { JsonObject } from '../json/json-value.ts';
import { accessProperties } from './access.ts';
import { automationProperties } from './automation.ts';
import { configurationProperties } from './configuration.ts';
import {
  categoryTags,
  listingProperties,
  versionedListingProperties,
} from './directory-listing.ts';
import { identityProperties, titleSchema } from './identity.ts';
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

/** The JSON Schema of an update of descriptive fields, which needs no new version. */
export const definitionPatchSchema = {
  title: 'Update of an app version',
  description: 'The descriptive fields of a registered app version that are to change.',
  type: 'object',
  properties: { title: titleSchema, ...listingProperties },
  additionalProperties: false,
} as const satisfies JsonSchema;

const knownKeys = Object.keys(appDefinitionSchema.properties);

/** The definition of a version, from its record: without what the registry adds. */
export function definitionOf(attributes: JsonObject): JsonObject {
  const known = Object.entries(attributes).filter(([key]) => knownKeys.includes(key));
  return withoutOperatorTags(Object.fromEntries(known.filter(([, value]) => !isEmpty(value))));
}

/** Such as `auth: {}` and `redirectUris: []`. */
function isEmpty(value: unknown): boolean {
  return typeof value === 'object' && value !== null && Object.keys(value).length === 0;
}

function withoutOperatorTags(definition: JsonObject): JsonObject {
  const { tags, ...rest } = definition;
  if (!Array.isArray(tags)) return definition;
  const own = tags.filter((tag) => (categoryTags as readonly unknown[]).includes(tag));
  return own.length > 0 ? { ...definition, tags: own } : rest;
}
