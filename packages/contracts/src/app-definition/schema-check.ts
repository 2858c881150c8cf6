import { Ajv2020, type ErrorObject } from 'ajv/dist/2020.js';
import { annotationKeywords, type JsonSchema } from './schema/json-schema.ts';

/** Every error of the schema in a value. */
export type SchemaCheck = (value: unknown) => readonly ErrorObject[];

/**
 * Compiling takes tens of milliseconds, so it waits for the first value. The schemas themselves
 * are checked against the metaschema by a test, not at every start.
 */
export function compileOnFirstUse(schema: JsonSchema): SchemaCheck {
  let validate: ReturnType<Ajv2020['compile']> | undefined;
  return (value) => {
    validate ??= compile(schema);
    if (validate(value)) return [];
    const errors = validate.errors ?? [];
    // The function would otherwise hold on to the value until the next one comes.
    validate.errors = null;
    return errors;
  };
}

function compile(schema: JsonSchema): ReturnType<Ajv2020['compile']> {
  const ajv = new Ajv2020({
    allErrors: true,
    strict: true,
    allowUnionTypes: true,
    // Errors carry the value and its schema, and no text: the sentences are our own.
    verbose: true,
    messages: false,
    // To shorten what it writes takes half of the compiling, and V8 does it anyway.
    code: { optimize: false },
    meta: false,
    validateSchema: false,
    // `uri` is there for editors; the rule for redirect URIs is stricter.
    formats: { uri: true },
  });
  ajv.addVocabulary([...annotationKeywords]);
  return ajv.compile(schema);
}
