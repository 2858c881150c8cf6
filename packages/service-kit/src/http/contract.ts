import { setImmediate as nextTurn } from 'node:timers/promises';
import { type Problem, type ProblemCode, problem } from '@app-platform/contracts';
import type { ErrorObject, ValidateFunction } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';

export type ParseResult<T> = { ok: true; value: T } | { ok: false; problems: Problem[] };

/** What a request body must be: the published schema, and the check that goes with it. */
export type BodyContract<T> = {
  schema: object;
  /** @param text what the body was made of; empty where there is none */
  parse(body: unknown, text: string): ParseResult<T>;
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

/** A contract by JSON Schema alone, which is compiled for the first body. */
export function schemaContract<T>(schema: object): BodyContract<T> {
  let compiled: ValidateFunction<T> | undefined;
  return {
    schema,
    parse: (body) => {
      compiled ??= ajv.compile<T>(schema);
      return compiled(body)
        ? { ok: true, value: body }
        : { ok: false, problems: bodyProblems(compiled, body) };
    },
  };
}

/**
 * Compiles what checks the bodies of routes, in turns, so that a service answers meanwhile and the
 * first body need not wait: it takes a tenth of the time to start, and nobody asks for it then.
 */
export async function compileContracts(
  routes: readonly { body?: BodyContract<unknown> }[],
): Promise<void> {
  for (const { body } of routes) {
    await nextTurn();
    body?.parse({}, '{}');
  }
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

type ParameterValues = Record<string, string | number>;

/**
 * Checks parameters, all at once; what comes out has the schemas' types and defaults. Compiled for
 * the first of them, which takes half a millisecond.
 */
export function parameterContract(parameters: readonly Parameter[]) {
  let compiled: ValidateFunction<ParameterValues> | undefined;
  return (values: Record<string, string>): ParseResult<ParameterValues> => {
    compiled ??= coercingAjv.compile<ParameterValues>({
      type: 'object',
      properties: Object.fromEntries(parameters.map(({ name, schema }) => [name, schema])),
      required: parameters.filter(({ in: place }) => place === 'path').map(({ name }) => name),
      additionalProperties: false,
    });
    if (compiled(values)) return { ok: true, value: values };
    const problems = problemsOf(compiled, 'invalid_parameter', (pointer) => ({
      parameter: pointer.slice(1),
    }));
    return { ok: false, problems };
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
