import { type Problem, type ProblemCode, problem } from '@app-platform/contracts';
import type { ErrorObject, ValidateFunction } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';

export type ParseResult<T> = { ok: true; value: T } | { ok: false; problems: Problem[] };

/** What a request body must be: the published schema, and the check that goes with it. */
export type BodyContract<T> = {
  schema: object;
  parse(body: unknown): ParseResult<T>;
};

const options = {
  allErrors: true,
  strict: true,
  verbose: true,
  // The schemas are our own, and strict mode reads them; compiling what checks them takes a tenth
  // of the time to start.
  meta: false,
  validateSchema: false,
  // To shorten what it writes takes half of the compiling, and V8 does it anyway.
  code: { optimize: false },
} as const;
const ajv = new Ajv2020(options);
const coercingAjv = new Ajv2020({ ...options, coerceTypes: true, useDefaults: true });

/** A contract by JSON Schema alone. */
export function schemaContract<T>(schema: object): BodyContract<T> {
  const validate = ajv.compile<T>(schema);
  return {
    schema,
    parse: (body) =>
      validate(body)
        ? { ok: true, value: body }
        : { ok: false, problems: bodyProblems(validate, body) },
  };
}

function bodyProblems(validate: ValidateFunction, body: unknown): Problem[] {
  if (body === undefined) {
    return [problem('invalid_body', 'This operation needs a JSON body.', { pointer: '' })];
  }
  return problemsOf(validate, 'invalid_body', (pointer) => ({ pointer }));
}

/** A parameter of the path, the query or the header. */
export type Parameter = {
  name: string;
  in: 'path' | 'query' | 'header';
  description: string;
  schema: { type: 'string' | 'integer'; [keyword: string]: unknown };
};

/** Checks parameters, all at once; what comes out has the schemas' types and defaults. */
export function parameterContract(parameters: readonly Parameter[]) {
  const validate = coercingAjv.compile<Record<string, string | number>>({
    type: 'object',
    properties: Object.fromEntries(parameters.map(({ name, schema }) => [name, schema])),
    required: parameters.filter(({ in: place }) => place === 'path').map(({ name }) => name),
    additionalProperties: false,
  });
  return (values: Record<string, string>): ParseResult<Record<string, string | number>> =>
    validate(values)
      ? { ok: true, value: values }
      : {
          ok: false,
          problems: problemsOf(validate, 'invalid_parameter', (pointer) => ({
            parameter: pointer.slice(1),
          })),
        };
}

function problemsOf(
  validate: ValidateFunction,
  code: ProblemCode,
  source: (pointer: string) => Problem['source'],
): Problem[] {
  return (validate.errors ?? []).map((error) => {
    const pointer = pointerOf(error);
    const subject = pointer === '' ? 'The value' : `'${pointer.slice(1)}'`;
    return problem(code, `${subject} ${describe(error)}.`, source(pointer));
  });
}

function pointerOf({ instancePath, params }: ErrorObject): string {
  const key = params.additionalProperty ?? params.missingProperty;
  if (key === undefined) return instancePath;
  return `${instancePath}/${String(key).replaceAll('~', '~0').replaceAll('/', '~1')}`;
}

function describe({ keyword, params, message, parentSchema }: ErrorObject): string {
  if (keyword === 'additionalProperties') return 'is not known here';
  if (keyword === 'required') return 'is required';
  if (keyword === 'enum') return `must be one of ${params.allowedValues.join(', ')}`;
  if (keyword === 'pattern' && parentSchema?.description) {
    return `is not of the right form: ${parentSchema.description.replace(/\.$/, '')}`;
  }
  return message ?? 'is not valid';
}
