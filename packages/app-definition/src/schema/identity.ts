import type { JsonSchema } from './json-schema.ts';
import {
  appMaxLength,
  appPattern,
  dependencyPattern,
  identifierPattern,
  versionMaxLength,
  versionPattern,
} from './patterns.ts';

export const titleSchema = {
  type: 'string',
  minLength: 1,
  maxLength: 256,
  description:
    'Display name of the app, shown in the app directory, the UI and the OAuth authorization screen. Required on the first version of an app; a later version that omits it keeps the last one.',
  examples: ['Order tracker'],
} as const satisfies JsonSchema;

/** Names, version and dependencies of an app. */
export const identityProperties = {
  $schema: {
    type: 'string',
    description: 'Address of this schema, so that an editor completes the definition.',
    examples: ['http://localhost:4000/v1/apps/definition-schema.json'],
  },
  app: {
    type: 'string',
    pattern: appPattern,
    maxLength: appMaxLength,
    patternErrorMessage:
      'Use one or more of the letters A–Z and a–z, the digits 0–9 and the underscore, nothing else.',
    description:
      'Primary id of the app: letters, digits and underscores, at most 128 characters, globally unique. A private app is registered as this value followed by `_` and the id of the organization.',
    examples: ['order_tracker'],
  },
  version: {
    type: 'string',
    pattern: versionPattern,
    maxLength: versionMaxLength,
    patternErrorMessage:
      'Write a semantic version: three numbers joined with dots, without a leading v, as in 0.0.1 or 1.4.0-beta.2.',
    description:
      'Semantic version (semver.org) of this definition. It must be greater than every version of the app that is registered already.',
    examples: ['0.0.1', '1.4.0', '2.0.0-beta.1'],
  },
  title: titleSchema,
  visibility: {
    type: 'string',
    enum: ['private', 'public'],
    description:
      'Who may install the app: `private` only the organization that registers it, `public` every organization. When omitted, the app keeps its visibility; a new app becomes public.',
    examples: ['private'],
  },
  identifier: {
    type: 'string',
    minLength: 2,
    maxLength: 8,
    pattern: identifierPattern,
    patternErrorMessage: 'Use only the letters A–Z and a–z and the digits 0–9.',
    description:
      "Custom identifier of the app, 2 to 8 letters and digits. It namespaces the app's custom attributes. Generated when omitted, and the same on every later version.",
    examples: ['ordtrk'],
  },
  dependencies: {
    type: 'array',
    // Parsing a hostile range takes up to 0.2 ms.
    maxItems: 1000,
    description:
      'Apps that must be installed for this one to work, each as `<app_name>-<range>` with a semantic version range. A caret range such as `^1.4.0` is recommended as the minimum; an exact version may prevent installation.',
    examples: [['messaging_core-^1.4.0']],
    items: {
      type: 'string',
      pattern: dependencyPattern,
      patternErrorMessage:
        'Write the name of an app, a hyphen and a semantic version range, as in messaging_core-^1.4.0.',
      description:
        'Name of an app, `-`, and the accepted versions of it: a minimum, a range or an exact version.',
      examples: ['messaging_core-^1.4.0', 'messaging_core->=1.4.0 <3.0.0', 'messaging_core-1.4.0'],
    },
  },
} as const satisfies Record<string, JsonSchema>;
