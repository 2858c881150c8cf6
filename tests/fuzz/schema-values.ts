import fc from 'fast-check';
import type { Schema } from '../operations/api-document.ts';

/** So many properties of an object that need not be there. */
const MOST_OPTIONAL = 6;

type Values = () => fc.Arbitrary<unknown>;

const made = new WeakMap<Schema, Values>();
const anything: Schema = {};
const text = fc.string({ unit: 'grapheme', maxLength: 20 });

/**
 * Values that a schema allows, its examples most of all. Conditions (`if`) are not looked at. What is
 * returned is the same for the same schema, for fast-check goes by that.
 */
export function valuesOf(schema: Schema): Values {
  const known = made.get(schema);
  if (known) return known;
  const values = withExamples(schema);
  const found = () => values;
  made.set(schema, found);
  return found;
}

function withExamples(schema: Schema): fc.Arbitrary<unknown> {
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  const values = ofType(schema);
  const { examples } = schema;
  if (!examples) return values;
  return fc.oneof(
    { weight: 3, arbitrary: fc.constantFrom(...examples) },
    { weight: 1, arbitrary: values },
  );
}

function ofType(schema: Schema): fc.Arbitrary<unknown> {
  if (Array.isArray(schema.type)) {
    return fc.oneof(...schema.type.map((type) => ofType({ ...schema, type })));
  }
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map((one) => ofType(one)));
  const { type, minimum = -1_000_000, maximum = 1_000_000 } = schema;
  switch (type) {
    case 'string':
      return texts(schema);
    case 'integer':
      return fc.integer({ min: minimum, max: maximum });
    case 'number':
      return fc.oneof(fc.integer(), fc.double({ noNaN: true, noDefaultInfinity: true }));
    case 'boolean':
      return fc.boolean();
    case 'array':
      return arrays(schema);
    case 'object':
      return objects(schema);
    case 'null':
      return fc.constant(null);
    case undefined:
      return fc.jsonValue({ maxDepth: 2, stringUnit: 'grapheme' });
    default:
      throw new Error(`There are no values of the type ${type} yet.`);
  }
}

function texts({ pattern, format, minLength = 0, maxLength = 100 }: Schema): fc.Arbitrary<string> {
  const fits = (one: string) => one.length >= minLength && one.length <= maxLength;
  if (format === 'uri') return fc.webUrl().filter(fits);
  if (pattern === undefined) return text.filter(fits);
  return fc.stringMatching(new RegExp(pattern, 'u'), { size: 'small' }).filter(fits);
}

function arrays({ items = anything, minItems = 0, maxItems = 3 }: Schema): fc.Arbitrary<unknown[]> {
  const maxLength = Math.min(maxItems, minItems + 2);
  return fc.array(valuesOf(items)(), { minLength: minItems, maxLength });
}

function objects(schema: Schema): fc.Arbitrary<object> {
  const { properties = {}, required = [], additionalProperties, propertyNames } = schema;
  const optional = Object.keys(properties).filter((name) => !required.includes(name));
  const declared = fc
    .subarray(optional, { maxLength: Math.min(MOST_OPTIONAL, optional.length) })
    .chain((names) =>
      fc.record(
        Object.fromEntries(
          [...required, ...names].map((name) => [name, valuesOf(properties[name] ?? anything)()]),
        ),
        { noNullPrototype: true },
      ),
    );
  const isOpen = additionalProperties !== false && optional.length + required.length === 0;
  if (!isOpen) return declared;
  const names = propertyNames ? valuesOf(propertyNames)().map(String) : text;
  const values = valuesOf(
    typeof additionalProperties === 'object' ? additionalProperties : anything,
  )();
  return fc.dictionary(names, values, { maxKeys: 3, noNullPrototype: true });
}
