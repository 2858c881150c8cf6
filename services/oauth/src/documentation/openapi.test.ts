import { describe, expect, it } from '@jest/globals';
import { Ajv2020, type AnySchemaObject } from 'ajv/dist/2020.js';
import { type ApiDependencies, apiRoutes } from '../api/routes.ts';
import { hasApiErrors } from '../endpoints/endpoint-paths.ts';
import { openApiDocument } from './openapi.ts';
import { operations } from './operations.ts';
import { protocolSchemas } from './schemas.ts';

type Response = { content?: Record<string, { schema: { $ref: string } }> };
type Documented = {
  operationId: string;
  security: object[];
  responses: Record<string, Response>;
};
const routes = apiRoutes({} as ApiDependencies);
const { paths, components } = openApiDocument(routes, '') as {
  paths: Record<string, Record<string, Documented>>;
  components: { schemas: Record<string, AnySchemaObject> };
};
const described = Object.entries(paths).flatMap(([path, methods]) =>
  Object.values(methods).map((operation) => ({ path, ...operation })),
);
const isOfApi = ({ path }: { path: string }) => hasApiErrors(path);
const STATUS = 'readOauthStatus';
/** The OAuth endpoints, and the API for administrators. */
const documented = described.filter((one) => !isOfApi(one));
const administration = described.filter(isOfApi);

describe('the OpenAPI document', () => {
  it('has each operation once, with a unique id', () => {
    expect(documented.map(({ operationId }) => operationId)).toEqual([
      ...new Set(operations.map(({ operationId }) => operationId)),
    ]);
  });

  it('has each operation of the API for administrators, with the error bodies of the registry', () => {
    const idOf = ({ operationId }: { operationId: string }) => operationId;
    expect(administration.map(idOf).sort()).toEqual(routes.map(idOf).sort());
    for (const { responses, security } of administration.filter((one) => idOf(one) !== STATUS)) {
      expect(security).toEqual([{ bearer: [] }]);
      expect(Object.keys(responses)).toEqual(expect.arrayContaining(['400', '401', '403', '503']));
      expect(responses[401]?.content?.['application/json']?.schema).toEqual({
        $ref: '#/components/schemas/Errors',
      });
    }
  });

  it('says that the status needs no credential', () => {
    const status = administration.find(({ operationId }) => operationId === STATUS);
    expect(status?.security).toEqual([]);
    expect(Object.keys(status?.responses ?? {})).not.toContain('401');
  });

  it('describes every error of the OAuth endpoints in the form of RFC 6749, including outages', () => {
    for (const { responses } of documented) {
      expect(Object.keys(responses)).toEqual(expect.arrayContaining(['429', '500', '503']));
      const refusals = Object.entries(responses).filter(([status]) => Number(status) >= 400);
      for (const [, { content }] of refusals) {
        expect(content?.['application/json']?.schema).toEqual({
          $ref: '#/components/schemas/Error',
        });
      }
    }
  });

  it('says of every operation which credential it takes', () => {
    const ofClients = [{ clientSecretBasic: [] }, {}];
    const security = Object.fromEntries(documented.map((one) => [one.operationId, one.security]));
    expect(security).toEqual({
      authorize: [],
      authorizeDevice: ofClients,
      exchange: ofClients,
      revoke: ofClients,
      introspect: ofClients,
      pushAuthorizationRequest: ofClients,
      userInformation: [{ bearer: [] }],
      userInformationByPost: [{ bearer: [] }],
      logOut: [],
      publishedKeys: [],
      metadata: [],
      openIdMetadata: [],
    });
  });

  it('requires only parameters that it describes', () => {
    for (const { operationId, parameters = {}, required = [] } of operations) {
      expect([operationId, required.filter((name) => !(name in parameters))]).toEqual([
        operationId,
        [],
      ]);
    }
  });

  it.each(Object.keys(protocolSchemas))('has a valid schema %s', (name) => {
    const ajv = new Ajv2020({ strict: false, validateFormats: false });
    expect(ajv.validateSchema(components.schemas[name] ?? false)).toBe(true);
  });

  it('allows no private key, and no details of an inactive token', () => {
    const ajv = new Ajv2020({ strict: false, validateFormats: false });
    const key = { kty: 'EC', kid: 'a', alg: 'ES256', use: 'sig' };
    const isKeySet = ajv.compile(protocolSchemas.KeySet ?? false);
    expect([isKeySet({ keys: [key] }), isKeySet({ keys: [{ ...key, d: 'x' }] })]).toEqual([
      true,
      false,
    ]);
    const isIntrospection = ajv.compile(protocolSchemas.Introspection ?? false);
    expect([
      isIntrospection({ active: false }),
      isIntrospection({ active: false, sub: 'a' }),
    ]).toEqual([true, false]);
  });
});
