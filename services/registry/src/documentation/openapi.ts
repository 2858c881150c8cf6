import type { RoleRequirement } from '@app-platform/contracts';
import type { Route } from '@app-platform/http-api';
import { answerSchemas } from './schemas.ts';

type AnyRoute = Route<never>;

/** Every answer of the registry that is not a success has this body. */
const errorContent = { 'application/json': { schema: { $ref: '#/components/schemas/Errors' } } };

const refusalsOfEveryRoute: Record<string, string> = {
  '400': 'The request is not valid: every problem at once, each with its place.',
  '401': 'No credential, or one that is not valid.',
  '403': 'The credential does not hold the role that is needed.',
  '429': 'Too many requests: try again after `Retry-After` seconds.',
  '500': 'Something went wrong on our side.',
  '503': 'Temporarily unavailable: try again after `Retry-After` seconds.',
};

/** Every answer to a GET has an entity tag; Express makes those of answers that are not prepared. */
const unchanged = {
  304: { description: 'As it was when its `ETag`, sent as `If-None-Match`, came.' },
};

/** The headers of prepared answers, by which a client validates its copy. */
const headersOfPrepared = {
  ETag: {
    description: 'Strong: the same tag is the same answer, byte for byte.',
    schema: { type: 'string' },
  },
  'Cache-Control': { schema: { const: 'private, no-cache' } },
  Vary: { schema: { const: 'Authorization' } },
};
const ifNoneMatch = {
  name: 'If-None-Match',
  in: 'header',
  required: false,
  description:
    'Entity tags of answers that the caller has (RFC 9110 section 13.1.2): 304 for one of them.',
  schema: {
    type: 'string',
    pattern: '^(\\*|(W/)?"[\\x21\\x23-\\x7e]*"(, (W/)?"[\\x21\\x23-\\x7e]*")*)$',
  },
};

const refusalsOfBodies: Record<string, string> = {
  '413': 'The body is too large.',
  '415': 'The body is not JSON in UTF-8.',
};

const moreRefusals: Record<string, [status: string, description: string]> = {
  not_found: ['404', 'There is no such thing, or none that the organization can see.'],
  duplicate: ['409', 'Registered already: `code` is `duplicate`.'],
  idempotency_key_reused: ['422', 'The idempotency key came with another request before.'],
  dependency_missing: ['409', 'Not installable as things are; each problem says why.'],
  dependency_required: ['409', 'Installed apps depend on it; each is named.'],
};

/** The OpenAPI 3.1 document of the routes: the same declarations that requests are checked by. */
export function openApiDocument(routes: readonly AnyRoute[]): object {
  const paths: Record<string, Record<string, object>> = {};
  for (const route of routes) {
    paths[route.path] = { ...paths[route.path], [route.method]: operation(route) };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'App registry',
      version: '1',
      description: 'Register, describe and install apps; list the attributes that they add.',
    },
    jsonSchemaDialect: 'https://json-schema.org/draft/2020-12/schema',
    servers: [{ url: '/' }],
    security: [{ bearer: [] }],
    paths,
    components: {
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer', description: 'An API key or an access token.' },
      },
      schemas: answerSchemas,
    },
  };
}

function operation(route: AnyRoute): object {
  const { operationId, summary, parameters = [], body } = route;
  const description = [route.description, roleSentence(route.access)].filter(Boolean).join(' ');
  const refusals = { ...refusalsOfEveryRoute, ...(body && refusalsOfBodies) };
  for (const code of route.refusals ?? []) {
    const more = moreRefusals[code];
    if (more) refusals[more[0]] = more[1];
  }
  return {
    operationId,
    summary,
    description,
    parameters: [
      ...parameters.map(({ schema, name, in: place, description: about }) => ({
        name,
        in: place,
        required: place === 'path',
        description: about,
        schema,
      })),
      ...(route.isPrepared ? [ifNoneMatch] : []),
    ],
    ...(body && {
      requestBody: { required: true, content: { 'application/json': { schema: body.schema } } },
    }),
    responses: {
      ...successes(route),
      ...(route.method === 'get' && unchanged),
      ...errors(refusals),
    },
  };
}

function successes({ responses, isPrepared }: AnyRoute): Record<string, object> {
  return Object.fromEntries(
    Object.entries(responses).map(([status, { description, schema, contentType }]) => [
      status,
      {
        description,
        ...(isPrepared && { headers: headersOfPrepared }),
        ...(schema && {
          content: { 'application/json': { schema: schemaOrReference(schema) } },
        }),
        ...(contentType && {
          content: { [contentType]: { schema: { type: 'string', format: 'binary' } } },
        }),
      },
    ]),
  );
}

function schemaOrReference(schema: string | object): object {
  return typeof schema === 'string' ? { $ref: `#/components/schemas/${schema}` } : schema;
}

function errors(refusals: Record<string, string>): Record<string, object> {
  return Object.fromEntries(
    Object.entries(refusals).map(([status, description]) => [
      status,
      { description, content: errorContent },
    ]),
  );
}

/** The roles that a caller needs, in words. */
export function roleSentence(access: RoleRequirement | 'authenticated' | 'public'): string {
  if (access === 'public') return 'Needs no credential.';
  if (access === 'authenticated') return 'Needs any valid credential.';
  if ('all' in access) return `Needs ${access.all.map(code).join(' and ')}.`;
  return `Needs ${access.any.map(code).join(' or ')}.`;
}

function code(role: string): string {
  return `\`${role}\``;
}
