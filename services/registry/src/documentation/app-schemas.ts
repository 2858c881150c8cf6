import { schemas } from '@app-platform/http-api';

/* What the API answers about apps and installations, by the names that routes use. */

const { answer, list, page, record, ref, text, time, timeOrNull } = schemas;

export const visibility = {
  enum: ['private', 'public'],
  description: 'Who can see and install the app.',
};

const organization = {
  type: 'object',
  description: 'The organization that owns the app.',
  required: ['id', 'name', 'verified'],
  properties: {
    id: text('The id of the organization.'),
    name: text('Its name.'),
    verified: {
      type: 'boolean',
      description: 'Whether the operator of the platform has checked who it is.',
    },
  },
};

export const directoryAttributes = {
  name: text('The app id. For a private app `<app>_<orgId>`.'),
  version: text('Semantic version.'),
  visibility,
  title: text('Display name.'),
  description: text('Markdown.'),
  iconUrl: { type: ['string', 'null'], description: 'Logo of the app.' },
  developer: {
    type: ['string', 'null'],
    description: 'What the app says of itself: the name of its developer.',
  },
  tags: list({ type: 'string' }, "Categories, and the operator's tags."),
  roles: {
    type: ['array', 'null'],
    items: { type: 'string' },
    description: 'The most that the app may ask for; null where it does not say.',
  },
  clientId: text('OAuth client id of the app.'),
  identifier: text("Prefix of the app's attributes."),
  installedVersion: { type: ['string', 'null'], description: 'Null where it is not installed.' },
  organization,
};

export const blocked = {
  type: 'object',
  description: 'While the operator blocks the app.',
  required: ['reason', 'since'],
  properties: { reason: text('Why it is blocked.'), since: time('Since when.') },
};

export const deprecated = {
  type: 'object',
  description: 'While its developer advises against the version.',
  required: ['message', 'since'],
  properties: {
    message: text('Why.'),
    successor: text('The app or version that takes its place.'),
    since: time('Since when.'),
  },
};

export const yanked = {
  type: 'object',
  description: 'While nobody may install the version anew.',
  required: ['reason', 'since'],
  properties: { reason: text('Why.'), since: time('Since when.') },
};

/** The attributes of a version that something is said against. */
export const standing = ['blocked', 'deprecated', 'yanked'];

const availableAttributes = {
  name: directoryAttributes.name,
  auth: {
    type: 'object',
    description: "The definition's `auth`, or empty.",
    additionalProperties: true,
  },
  version: directoryAttributes.version,
  visibility,
  redirectUris: list({ type: 'string' }, 'Where authorization codes may be sent.'),
  clientId: directoryAttributes.clientId,
  clientSecret: text('Only in the answer that generates it.'),
  identifier: directoryAttributes.identifier,
  title: directoryAttributes.title,
  roles: list({}, 'The most that the app may ask for. Left out where it does not say.'),
  createdAt: time('When the version was registered.'),
  updatedAt: time('When it was last changed.'),
  blocked,
  deprecated,
  yanked,
};

export const appAnswerSchemas: Record<string, object> = {
  // The attributes carry the other properties of the app definition too.
  AvailableApp: record(
    'available_app',
    availableAttributes,
    [...standing, 'clientSecret', 'roles'],
    {
      additionalProperties: true,
    },
  ),
  AvailableAppAnswer: answer('AvailableApp', {
    type: 'object',
    description: 'Only where there are warnings.',
    properties: {
      warnings: list(ref('Warning'), 'Likely mistakes, which do not refuse the request.'),
    },
  }),
  ClientSecret: record('client_secret', {
    createdAt: time('When it was generated.'),
    endsAt: timeOrNull('Until when it is valid; null for the current one.'),
  }),
  ClientSecretList: {
    type: 'object',
    required: ['data'],
    properties: { data: list(ref('ClientSecret'), 'At most 20, the latest first.') },
  },
  Draft: record('app_draft', {
    name: text('Of the app. For a private app `<app>_<orgId>`.'),
    identifier: directoryAttributes.identifier,
    clientId: directoryAttributes.clientId,
    expiresAt: time('Until when it can be installed.'),
    definition: { type: 'object', description: 'As it was sent.', additionalProperties: true },
  }),
  ListedDraft: record('app_draft', {
    name: text('Of the app. For a private app `<app>_<orgId>`.'),
    version: text('As it is installed: that of the definition, with `+draft`.'),
    title: text('Of the definition.'),
    identifier: directoryAttributes.identifier,
    clientId: directoryAttributes.clientId,
    expiresAt: time('Until when it can be installed.'),
  }),
  ListedDraftPage: page('ListedDraft'),
  DraftAnswer: answer('Draft', {
    type: 'object',
    description: 'Only where there are warnings.',
    properties: {
      warnings: list(ref('Warning'), 'Likely mistakes, which do not refuse the request.'),
    },
  }),
  YankAnswer: {
    ...answer('AvailableApp', {
      type: 'object',
      required: ['installations', 'dependents'],
      properties: {
        installations: { type: 'integer', description: 'How many organizations keep it.' },
        dependents: list(
          {
            type: 'object',
            required: ['name', 'version', 'rule'],
            properties: {
              name: text('The app that depends on it.'),
              version: text('Its version.'),
              rule: text('Its rule, which the yanked version satisfies.'),
            },
          },
          'At most 100 apps that the organization sees and that depend on the version.',
        ),
      },
    }),
    required: ['data', 'meta'],
  },
  ReadAppAnswer: {
    ...answer('AvailableApp', {
      type: 'object',
      required: ['organization'],
      properties: { organization },
    }),
    required: ['data', 'meta'],
  },
  AvailableAppPage: page('AvailableApp'),
  DirectoryApp: record('available_app', directoryAttributes),
  DirectoryAnswer: page('DirectoryApp'),
};
