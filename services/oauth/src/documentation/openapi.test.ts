import { describe, expect, it } from '@jest/globals';
import { Ajv2020, type AnySchemaObject } from 'ajv/dist/2020.js';
import { openApiDocument } from './openapi.ts';
import { operations } from './operations.ts';
import { answerSchemas } from './schemas.ts';

type Response = { content?: Record<string, { schema: { $ref: string } }> };
type Documented = {
  operationId: string;
  security: object[];
  responses: Record<string, Response>;
};
const { paths, components } = openApiDocument('') as {
  paths: Record<string, Record<string, Documented>>;
  components: { schemas: Record<string, AnySchemaObject> };
};
const documented = Object.values(paths).flatMap((methods) => Object.values(methods));

describe('the OpenAPI document', () => {
  it('has each operation once, with a unique id', () => {
    expect(documented.map(({ operationId }) => operationId)).toEqual([
      ...new Set(operations.map(({ operationId }) => operationId)),
    ]);
  });

  it('describes every error in the form of RFC 6749, including outages', () => {
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
      exchange: ofClients,
      revoke: ofClients,
      introspect: ofClients,
      pushAuthorizationRequest: ofClients,
      publishedKeys: [],
      metadata: [],
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

  it.each(Object.keys(answerSchemas))('has a valid schema %s', (name) => {
    const ajv = new Ajv2020({ strict: false, validateFormats: false });
    expect(ajv.validateSchema(components.schemas[name] ?? false)).toBe(true);
  });

  it('allows no private key, and no details of an inactive token', () => {
    const ajv = new Ajv2020({ strict: false, validateFormats: false });
    const key = { kty: 'EC', kid: 'a', alg: 'ES256', use: 'sig' };
    const isKeySet = ajv.compile(answerSchemas.KeySet ?? false);
    expect([isKeySet({ keys: [key] }), isKeySet({ keys: [{ ...key, d: 'x' }] })]).toEqual([
      true,
      false,
    ]);
    const isIntrospection = ajv.compile(answerSchemas.Introspection ?? false);
    expect([
      isIntrospection({ active: false }),
      isIntrospection({ active: false, sub: 'a' }),
    ]).toEqual([true, false]);
  });
});
