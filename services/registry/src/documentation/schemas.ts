import {
  definitionPatchSchema,
  publishedDefinitionSchema,
  publishedSchema,
} from '@app-platform/app-definition';
import { schemas } from '@app-platform/http-api';

/**
 * The request bodies that routes give by name.
 * @param baseUrl the registry's public address
 */
export function bodySchemas(baseUrl: string): Record<string, object> {
  // The address belongs to the schema as a document of its own.
  const { $id, $schema, ...definition } = publishedDefinitionSchema(baseUrl);
  return { AppDefinition: definition, AppUpdate: publishedSchema(definitionPatchSchema) };
}

/* What the API answers with, by the names that routes use. */

const { answer, list, page, problem, record, ref, text, time, timeOrNull } = schemas;

const { status: _status, ...warningFields } = problem.properties;

const warning = {
  type: 'object',
  required: ['severity', 'code', 'title', 'detail'],
  properties: {
    severity: { type: 'string', const: 'warning' },
    ...warningFields,
    meta: {
      type: 'object',
      properties: {
        blocksInstallation: {
          type: 'boolean',
          description: 'Whether the app cannot be installed, because a component cannot work.',
        },
      },
    },
  },
};

const visibility = { enum: ['private', 'public'], description: 'Who can see and install the app.' };

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

const directoryAttributes = {
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

const blocked = {
  type: 'object',
  description: 'While the operator blocks the app.',
  required: ['reason', 'since'],
  properties: { reason: text('Why it is blocked.'), since: time('Since when.') },
};

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
};

export const answerSchemas: Record<string, object> = {
  Problem: problem,
  Warning: warning,
  Errors: schemas.errors,
  // The attributes carry the other properties of the app definition too.
  AvailableApp: record('available_app', availableAttributes, ['clientSecret', 'roles', 'blocked'], {
    additionalProperties: true,
  }),
  AvailableAppAnswer: answer('AvailableApp', {
    type: 'object',
    description: 'Only where there are warnings.',
    properties: {
      warnings: list(ref('Warning'), 'Likely mistakes, which do not refuse the request.'),
    },
  }),
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
  InstalledApp: record(
    'installed_app',
    {
      name: directoryAttributes.name,
      title: directoryAttributes.title,
      version: text('The installed version.'),
      latestVersion: text(
        'The current version: the highest release, or pre-release where there is none.',
      ),
      visibility,
      dependencies: list({ type: 'string' }, 'Rules of the form `<app_name>-<range>`.'),
      roles: {
        type: ['array', 'null'],
        items: { type: 'string' },
        description: 'The most that tokens of the app may have here; null for any role.',
      },
      installedAt: time('When the app was first installed.'),
      updatedAt: time('When its version last changed.'),
      blocked,
    },
    ['blocked'],
  ),
  InstallationAnswer: answer('InstalledApp', {
    type: 'object',
    description: 'Only where dependencies were installed too.',
    properties: {
      installedDependencies: list({ type: 'string' }, '`<name>-<version>`, in their order.'),
    },
  }),
  InstalledAppPage: page('InstalledApp'),
  RegistryRecord: {
    type: 'object',
    required: ['appInstalledProperties', 'klass'],
    properties: {
      klass: text('Standard Klass name.'),
      appInstalledProperties: {
        type: 'object',
        description: 'From namespaced attribute name to attribute.',
        additionalProperties: {
          type: 'object',
          required: ['displayName', 'example', 'usedBy'],
          properties: {
            displayName: text('How the attribute appears.'),
            example: text('An example value.'),
            usedBy: {
              type: 'object',
              description: 'From app name to the versions that use it, comma-separated.',
              additionalProperties: { type: 'string' },
            },
          },
        },
      },
    },
  },
  RegistryRecords: list(ref('RegistryRecord')),
  Principal: record(
    ['api_key', 'access_token'],
    {
      organizationId: text('The organization that the credential acts for.'),
      organizationName: text('Its name.'),
      roles: list({ type: 'string' }, 'The roles that the credential holds.'),
      clientId: text('Of an access token: the app that it was issued to.'),
      userId: text('Of an access token: the user whom it acts for.'),
      authenticatedAt: time('Of an access token: when that user signed in, where it says so.'),
    },
    ['clientId', 'userId', 'authenticatedAt'],
  ),
  PrincipalAnswer: answer('Principal'),
  ApiKey: record(
    'api_key',
    {
      name: text('What people know the key by.'),
      hint: text('The first characters of the key.'),
      roles: list({ type: 'string' }, 'The roles that the key holds.'),
      createdAt: time('When it was created.'),
      lastUsedAt: timeOrNull('When it was last used, to the minute.'),
      revokedAt: timeOrNull('When it was revoked.'),
      key: text('The key itself: only in the answer that creates it.'),
    },
    ['key'],
  ),
  ApiKeyAnswer: answer('ApiKey'),
  ApiKeyPage: page('ApiKey'),
  AuditEvent: record('audit_event', {
    service: text('Which service recorded it.', { enum: ['registry', 'oauth'] }),
    at: time('When it happened.'),
    actor: {
      type: 'object',
      description: 'Who acted: a credential, an account, a client, the operator.',
      required: ['type', 'id'],
      properties: { type: text('What the actor is.'), id: text('Its id.') },
    },
    action: text('What happened: a noun and a past participle.'),
    subject: text('What was acted on.'),
    requestId: text('`X-Request-Id` of the request.'),
    traceId: text('Trace of the request (the trace id of `traceparent`); null for old events.', {
      type: ['string', 'null'],
    }),
    address: text("The caller's network address."),
    before: { description: 'What was changed, before; null where nothing was.' },
    after: { description: 'What came of it. Never a secret.' },
  }),
  AuditEventPage: page('AuditEvent'),
};
