import * as access from './access.ts';
import * as components from './components.ts';
import * as directory from './directory.ts';
import * as identity from './identity.ts';
import { klasses } from './klasses.ts';
import * as views from './views.ts';

export { standardKlasses } from './klasses.ts';

/** The JSON Schema of an app definition, as it is published, checked and documented. */
export const appDefinitionSchema = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  $id: '/v1/apps/definition-schema.json',
  title: 'App definition',
  description: 'What an app is, as its developer registers it.',
  type: 'object',
  properties: { ...identity, ...directory, ...access, ...components, ...views, klasses },
  required: ['app', 'version'],
  additionalProperties: false,
};

const { title } = identity;
const { iconUrl, description, vendor, website, screenshots } = directory;
const { instructions, releaseNotesUrl, postInstallMessage } = directory;

/** The fields that can change without a new version. */
export const definitionPatchSchema = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  title: 'Changes of a definition',
  description: 'Fields that can change without a new version. What is left out stays.',
  type: 'object',
  properties: {
    title,
    iconUrl,
    description,
    vendor,
    website,
    screenshots,
    instructions,
    releaseNotesUrl,
    postInstallMessage,
  },
  additionalProperties: false,
};
