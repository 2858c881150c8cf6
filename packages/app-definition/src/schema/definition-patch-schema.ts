import { listingProperties } from './directory-listing.ts';
import { titleSchema } from './identity.ts';
import type { JsonSchema } from './json-schema.ts';

/** The JSON Schema of an update of descriptive fields, which needs no new version. */
export const definitionPatchSchema = {
  title: 'Update of an app version',
  description: 'The descriptive fields of a registered app version that are to change.',
  type: 'object',
  properties: { title: titleSchema, ...listingProperties },
  additionalProperties: false,
} as const satisfies JsonSchema;
