import { componentsOf, describeRoute, type Route } from '@app-platform/http-api';
import { apiTags, tagsOf } from './api-tags.ts';
import { type Answer, type Operation, operations, tags } from './operations.ts';
import { protocolSchemas } from './schemas.ts';

const authenticationRefused: Answer = {
  description: 'The client was not authenticated.',
  schema: 'Error',
};

const refusalsOfEveryOperation: Record<number, Answer> = {
  429: { description: 'Too many requests: try again after `Retry-After` seconds.' },
  500: { description: 'Internal error.' },
  503: { description: 'Temporarily unavailable: try again after `Retry-After` seconds.' },
};

/**
 * The OpenAPI 3.1 document. Of the OAuth endpoints it only describes: oidc-provider checks the
 * requests. The API for administrators is checked by the same declarations.
 * @param routes the API for administrators
 * @param issuer the service's public address; empty for a document with relative addresses
 */
export function openApiDocument(routes: readonly Route<never>[], issuer: string): object {
  return {
    openapi: '3.1.0',
    info: {
      title: 'OAuth service',
      version: '1',
      description:
        'Authorization codes, access and refresh tokens for external apps, and the administration of users and their grants. Anything that is not listed is answered 404.',
      contact: { name: 'The operator of the platform' },
      license: { name: 'Apache License 2.0', identifier: 'Apache-2.0' },
    },
    jsonSchemaDialect: 'https://json-schema.org/draft/2020-12/schema',
    servers: [{ url: issuer || '/' }],
    tags: [...tags, ...apiTags],
    paths: { ...protocolPaths(), ...apiPaths(routes) },
    components: {
      securitySchemes: {
        clientSecretBasic: {
          type: 'http',
          scheme: 'basic',
          description: 'Client id and secret, each percent-encoded. Or both as fields of the form.',
        },
        bearer: {
          type: 'http',
          scheme: 'bearer',
          description:
            'An API key, or an access token of the console or the command line. `/oauth/userinfo` takes that of an app.',
        },
      },
      schemas: { ...protocolSchemas, ...componentsOf(routes) },
    },
  };
}

function protocolPaths(): Record<string, object> {
  const paths: Record<string, object> = {};
  for (const operation of operations) {
    paths[operation.path] = { ...paths[operation.path], [operation.method]: describe(operation) };
  }
  return paths;
}

function apiPaths(routes: readonly Route<never>[]): Record<string, object> {
  const paths: Record<string, Record<string, object>> = {};
  for (const route of routes) {
    const described = {
      ...describeRoute(route, tagsOf(route.path)),
      ...(route.access !== 'public' && { security: [{ bearer: [] }] }),
    };
    paths[route.path] = { ...paths[route.path], [route.method]: described };
  }
  return paths;
}

function describe(operation: Operation): object {
  const { operationId, tag, summary, description, authenticates, answers } = operation;
  return {
    operationId,
    tags: [tag],
    summary,
    description,
    // A client may also send its credentials in the form, or have none.
    security: securityOf(operation),
    ...(operation.method === 'get'
      ? { parameters: queryOf(operation) }
      : { parameters: headersOf(operation), requestBody: formOf(operation) }),
    responses: {
      ...responsesOf({
        ...answers,
        ...(authenticates && { 401: authenticationRefused }),
        ...refusalsWithBody(operation),
      }),
      ...(operation.otherwise && { default: responseOf(operation.otherwise) }),
    },
  };
}

/** Refusals have the same media types as the operation's 400. */
function refusalsWithBody({ answers }: Operation): Record<number, Answer> {
  const { mediaTypes } = answers[400] ?? {};
  return Object.fromEntries(
    Object.entries(refusalsOfEveryOperation).map(([status, answer]) => [
      status,
      { ...answer, schema: 'Error', ...(mediaTypes && { mediaTypes }) },
    ]),
  );
}

function queryOf({ parameters = {}, required = [] }: Operation): object[] {
  return Object.entries(parameters).map(([name, { description, schema }]) => ({
    name,
    in: 'query',
    required: required.includes(name),
    description,
    schema,
  }));
}

function securityOf({ authenticates }: Operation): object[] {
  if (authenticates === 'access token') return [{ bearer: [] }];
  return authenticates ? [{ clientSecretBasic: [] }, {}] : [];
}

function headersOf({ authenticates }: Operation): object[] {
  if (authenticates !== 'client and key') return [];
  const description = 'A proof of possession of the key that the tokens are bound to (RFC 9449).';
  const schema = { type: 'string', pattern: '^[A-Za-z0-9_-]+\\.[A-Za-z0-9_-]+\\.[A-Za-z0-9_-]+$' };
  return [{ name: 'DPoP', in: 'header', required: false, description, schema }];
}

function formOf({ parameters = {}, required = [] }: Operation): object {
  const properties = Object.fromEntries(
    Object.entries(parameters).map(([name, { description, schema }]) => [
      name,
      { description, ...schema },
    ]),
  );
  const schema = { type: 'object', required, properties };
  return { required: true, content: { 'application/x-www-form-urlencoded': { schema } } };
}

function responsesOf(answers: Record<number, Answer>): Record<string, object> {
  return Object.fromEntries(
    Object.entries(answers).map(([status, answer]) => [status, responseOf(answer)]),
  );
}

function responseOf({ description, schema, headers, mediaTypes }: Answer): object {
  const text = { schema: { type: 'string' } };
  const body = { schema: { $ref: `#/components/schemas/${schema}` } };
  const types = mediaTypes ?? (schema ? ['application/json'] : []);
  return {
    description,
    ...(headers && { headers: Object.fromEntries(Object.entries(headers).map(headerOf)) }),
    ...(types.length > 0 && {
      content: Object.fromEntries(
        types.map((type) => [type, type.startsWith('text/') ? text : body]),
      ),
    }),
  };
}

function headerOf([name, description]: [string, string]): [string, object] {
  return [name, { description, schema: { type: 'string' } }];
}
