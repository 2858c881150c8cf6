import { Ajv2020, type CodeOptions, type ErrorObject } from 'ajv/dist/2020.js';
import { annotationKeywords, type JsonSchema } from './json-schema.ts';

/** Returns every schema error of a value. */
export type SchemaCheck = (value: unknown) => readonly ErrorObject[];

/**
 * Compiles the schema at the first use, because that takes tens of milliseconds. A test checks the
 * schemas against the metaschema.
 */
export function compileOnFirstUse(schema: JsonSchema): SchemaCheck {
  let validate: ReturnType<Ajv2020['compile']> | undefined;
  return (value) => {
    validate ??= compile(schema);
    if (validate(value)) return [];
    const errors = validate.errors ?? [];
    // Releases the value, which the errors refer to.
    validate.errors = null;
    return errors;
  };
}

function compile(schema: JsonSchema): ReturnType<Ajv2020['compile']> {
  return schemaCompiler().compile(schema);
}

/** @param code how it writes validation code, beside what every compilation needs */
export function schemaCompiler(code: CodeOptions = {}): Ajv2020 {
  const ajv = new Ajv2020({
    allErrors: true,
    strict: true,
    allowUnionTypes: true,
    // Errors hold the value and its schema; the messages are our own.
    verbose: true,
    messages: false,
    // Optimizing the generated code takes half of the compile time, and V8 optimizes it anyway.
    code: { optimize: false, ...code },
    meta: false,
    validateSchema: false,
  });
  ajv.addVocabulary([...annotationKeywords]);
  return ajv;
}
