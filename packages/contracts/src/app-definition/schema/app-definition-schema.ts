import { accessProperties } from './access.ts';
import { agentToolProperties } from './agent-tools.ts';
import { automationProperties } from './automation.ts';
import { configurationProperties } from './configuration.ts';
import { connectionProperties } from './connections.ts';
import { listingProperties, versionedListingProperties } from './directory-listing.ts';
import { identityProperties } from './identity.ts';
import type { JsonSchema } from './json-schema.ts';
import { klassesSchema } from './klasses.ts';

/** Where the registry publishes the schema. */
export const definitionSchemaPath = '/v1/apps/definition-schema.json';

const properties = {
  ...identityProperties,
  ...listingProperties,
  ...versionedListingProperties,
  ...accessProperties,
  klasses: klassesSchema,
  ...agentToolProperties,
  ...automationProperties,
  ...connectionProperties,
  ...configurationProperties,
} as const satisfies Record<string, JsonSchema>;

/** The JSON Schema of an app definition: the one that is published, and the one that is enforced. */
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
