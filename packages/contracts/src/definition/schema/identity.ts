import { text } from './shapes.ts';

/** Pattern of the semver.org FAQ: versions as they are, without a leading `v`. */
const VERSION =
  '^(0|[1-9]\\d*)\\.(0|[1-9]\\d*)\\.(0|[1-9]\\d*)' +
  '(?:-((?:0|[1-9]\\d*|\\d*[a-zA-Z-][0-9a-zA-Z-]*)(?:\\.(?:0|[1-9]\\d*|\\d*[a-zA-Z-][0-9a-zA-Z-]*))*))?' +
  '(?:\\+([0-9a-zA-Z-]+(?:\\.[0-9a-zA-Z-]+)*))?$';

export const $schema = text('Address of this schema, so that an editor completes the definition.');

export const app = text(
  'Primary id of the app: letters, digits and underscores, globally unique. A private app is named `<app>_<orgId>` when it is registered.',
  { minLength: 1, maxLength: 128, pattern: '^[A-Za-z0-9_]*$', examples: ['loyalty_points'] },
);

export const version = text(
  "Semantic version, such as 0.0.1; higher than the app's highest. Build metadata does not make it another version.",
  { minLength: 1, maxLength: 256, pattern: VERSION, examples: ['0.0.1'] },
);

export const title = text(
  "Display name, shown in the app directory, the UI and the OAuth authorization screen. Required on an app's first version; a later one that leaves it out keeps the last.",
  { minLength: 1, maxLength: 256, examples: ['Loyalty points'] },
);

export const visibility = text(
  '`private`: only your organization sees and installs the app. Left out on the first version: public, and so is everything in the definition. Left out later: as it was.',
  { enum: ['private', 'public'] },
);

export const identifier = text(
  "What the names of the app's attributes begin with: 2 to 8 letters and digits, a letter first. Generated when it is left out of the first version; the same on every later one.",
  { minLength: 2, maxLength: 8, pattern: '^[A-Za-z][A-Za-z0-9]*$', examples: ['loyal'] },
);
