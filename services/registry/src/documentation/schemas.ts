import {
  definitionPatchSchema,
  publishedDefinitionSchema,
  publishedSchema,
} from '@app-platform/app-definition';
import { schemas } from '@app-platform/http-api';
import { attributeSchemas } from '../attributes/attribute-schemas.ts';
import { installationRequestSchemas } from '../installation-requests/installation-request-schemas.ts';
import { webhookSchemas } from '../webhooks/webhook-schemas.ts';
import { appAnswerSchemas } from './app-schemas.ts';
import { installationAnswerSchemas } from './installation-schemas.ts';
import { validationAnswerSchemas } from './validation-schemas.ts';

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

export const answerSchemas: Record<string, object> = {
  Problem: problem,
  Warning: warning,
  Errors: schemas.errors,
  ...appAnswerSchemas,
  ...validationAnswerSchemas,
  ...installationAnswerSchemas,
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
            displayName: text(
              'How the attribute appears: what the organization chose, or else what the app says.',
            ),
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
  ...attributeSchemas,
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
      properties: {
        type: text('What the actor is.'),
        id: text('Its id.'),
        clientId: text('The app through which an account changed something at the registry.'),
      },
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
  ...webhookSchemas,
  ...installationRequestSchemas,
};
