import { describe, expect, it } from '@jest/globals';
import { Ajv2020, type AnySchemaObject } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { appDefinitionSchema, definitionPatchSchema } from './app-definition-schema.ts';
import { exampleDefinition } from './example-definition.ts';
import type { JsonSchema } from './json-schema.ts';
import { publishedDefinitionSchema, publishedSchema } from './published-schema.ts';
import { compileOnFirstUse } from './schema-check.ts';

const address = 'https://registry.example.com/v1/apps/definition-schema.json';
const published = publishedDefinitionSchema('https://registry.example.com');

const schemas: [what: string, enforced: JsonSchema, published: AnySchemaObject][] = [
  ['the definition', appDefinitionSchema, published],
  ['an update', definitionPatchSchema, publishedSchema(definitionPatchSchema)],
];

/** Every schema below a schema, itself included. */
function schemasIn(schema: AnySchemaObject): AnySchemaObject[] {
  const { items, additionalProperties, propertyNames, if: condition, then, anyOf = [] } = schema;
  const below = [
    items,
    additionalProperties,
    propertyNames,
    condition,
    then,
    ...anyOf,
    ...Object.values(schema.properties ?? {}),
  ];
  return [schema, ...below.filter((one) => typeof one === 'object').flatMap(schemasIn)];
}

describe.each(schemas)('the published schema of %s', (_what, enforced, schema) => {
  it('compiles in plain Ajv, in strict mode', () => {
    expect(() => new Ajv2020({ strict: true }).compile(schema)).not.toThrow();
  });

  it('keeps every description', () => {
    const descriptions = (one: object) => JSON.stringify(one).match(/"description":"/g)?.length;
    expect(descriptions(schema)).toBe(descriptions(enforced));
  });

  it('says what every array and every object holds', () => {
    const silent = schemasIn(schema).filter(
      ({ type, items, properties, additionalProperties }) =>
        (type === 'array' && items === undefined) ||
        (type === 'object' && additionalProperties === undefined && properties === undefined),
    );
    expect(silent).toEqual([]);
  });

  it('accepts and refuses the same values as the enforced one', () => {
    const isPublished = new Ajv2020({ strict: true }).compile(schema);
    const check = compileOnFirstUse(enforced);
    fc.assert(
      fc.property(changed(exampleDefinition, enforced), (value) => {
        expect(isPublished(value)).toBe(check(value).length === 0);
      }),
      { numRuns: 1000 },
    );
  });
});

describe('the published schema of the definition', () => {
  it('has the address that serves it', () => {
    expect(published.$id).toBe(address);
    expect(published).toHaveProperty('properties.$schema.examples', [address]);
  });

  it('accepts the complete example', () => {
    const validate = new Ajv2020({ strict: true }).compile(published);
    validate(exampleDefinition);
    expect(validate.errors).toBeNull();
  });
});

describe('publishedSchema', () => {
  it('keeps a property and an example that are named like a removed keyword', () => {
    const text = { type: 'string' } as const;
    const examples = [{ errorMessage: 'a' }];
    const schema = { type: 'object', examples, properties: { errorMessage: text } } as const;
    expect(publishedSchema(schema)).toMatchObject(schema);
  });

  it('splits a union, and leaves to each type its own keywords', () => {
    const items = { type: 'string', errorMessage: 'No.' } as const;
    expect(publishedSchema({ type: ['array', 'string'], description: 'D.', items })).toEqual({
      description: 'D.',
      anyOf: [{ type: 'array', items: { type: 'string' } }, { type: 'string' }],
    });
  });
});

const anything = fc.oneof(
  fc.constantFrom<unknown[]>(null, true, 0, 1.5, '', 'x', [], [1], ['x'], {}, { x: 1 }),
  fc.jsonValue({ maxDepth: 2 }),
);

/** Values of the schema's properties, with one place changed to anything. */
function changed(example: object, { properties = {} }: JsonSchema): fc.Arbitrary<unknown> {
  const known = Object.entries(example).filter(([name]) => Object.hasOwn(properties, name));
  const value = Object.fromEntries(known);
  const places = placesIn(value);
  return fc
    .tuple(fc.constantFrom(...places), anything)
    .map(([path, replacement]) => replaced(value, path, replacement));
}

function placesIn(value: unknown, path: string[] = []): string[][] {
  if (typeof value !== 'object' || value === null) return [path];
  const below = Object.entries(value).flatMap(([key, one]) => placesIn(one, [...path, key]));
  return [path, ...below, [...path, 'unknown']];
}

function replaced(value: unknown, [key, ...rest]: string[], replacement: unknown): unknown {
  if (key === undefined) return replacement;
  if (Array.isArray(value)) {
    return value.map((one, index) =>
      String(index) === key ? replaced(one, rest, replacement) : one,
    );
  }
  const object = value as Record<string, unknown>;
  return { ...object, [key]: replaced(object[key], rest, replacement) };
}
