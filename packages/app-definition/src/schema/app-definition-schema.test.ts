import { describe, expect, it } from '@jest/globals';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { appDefinitionSchema, definitionPatchSchema } from './app-definition-schema.ts';
import { annotationKeywords, type JsonSchema } from './json-schema.ts';

const schemas = [
  ['the definition', appDefinitionSchema],
  ['an update', definitionPatchSchema],
] as const satisfies [string, JsonSchema][];

/** Every schema of a property, an element or a map's value, with the path to it. */
function describable(schema: JsonSchema, path: string): [path: string, schema: JsonSchema][] {
  const values = [
    ...Object.entries(schema.properties ?? {}),
    ...(schema.items ? [['[]', schema.items] as const] : []),
    ...(schema.additionalProperties ? [['{}', schema.additionalProperties] as const] : []),
  ];
  const below = values.flatMap(([name, value]): [string, JsonSchema][] => [
    [`${path}/${name}`, value],
    ...describable(value, `${path}/${name}`),
  ]);
  return schema.then ? [...below, ...describable(schema.then, `${path}/then`)] : below;
}

function newAjv(): Ajv2020 {
  const ajv = new Ajv2020({ strict: true, allowUnionTypes: true });
  ajv.addVocabulary([...annotationKeywords]);
  return ajv;
}

describe.each(schemas)('the schema of %s', (_what, schema) => {
  it('describes every property at every level in a sentence', () => {
    const undescribed = describable(schema, '').filter(
      ([, value]) => !/^\S.{8,}\.$/s.test(value.description ?? ''),
    );
    expect(undescribed.map(([path]) => path)).toEqual([]);
  });

  it('explains every pattern in words', () => {
    const unexplained = describable(schema, '')
      .flatMap(([path, value]): [string, JsonSchema | undefined][] => [
        [path, value],
        [`${path}/*`, value.propertyNames],
      ])
      .filter(([, value]) => value?.pattern && !value.patternErrorMessage);
    expect(unexplained.map(([path]) => path)).toEqual([]);
  });

  it('is a schema of draft 2020-12', () => {
    const ajv = newAjv();
    expect(ajv.validateSchema(schema)).toBe(true);
    expect(ajv.errors).toBeNull();
  });

  it('compiles as a whole in strict mode', () => {
    expect(() => newAjv().compile(schema)).not.toThrow();
  });

  it('survives being written as JSON', () => {
    expect(JSON.parse(JSON.stringify(schema))).toEqual(schema);
  });

  it('allows no other key at the top level', () => {
    expect(schema.additionalProperties).toBe(false);
  });

  it('has only examples that are valid', () => {
    const wrong = describable(schema, '').filter(([, value]) => {
      const validate = newAjv().compile(value);
      return (value.examples ?? []).some((example) => !validate(example));
    });
    expect(wrong.map(([path]) => path)).toEqual([]);
  });
});

describe('the schema of the definition', () => {
  it('is of draft 2020-12', () => {
    expect(appDefinitionSchema.$schema).toBe('https://json-schema.org/draft/2020-12/schema');
  });

  it('requires app and version only', () => {
    expect(appDefinitionSchema.required).toEqual(['app', 'version']);
  });
});

describe('the schema of an update', () => {
  it('has the nine descriptive fields, each as the definition has it', () => {
    const { properties } = definitionPatchSchema;
    expect(Object.keys(properties)).toHaveLength(9);
    for (const [name, schema] of Object.entries(properties)) {
      expect(Object.entries(appDefinitionSchema.properties)).toContainEqual([name, schema]);
    }
  });
});
