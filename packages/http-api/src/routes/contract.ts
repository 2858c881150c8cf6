import { type Problem, type ProblemCode, problem } from '@app-platform/contracts';
import type { ErrorObject, ValidateFunction } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describeFault } from './describe-fault.ts';
import { withoutOtherForms } from './without-other-forms.ts';

export type ParseResult<T> = { ok: true; value: T } | { ok: false; problems: Problem[] };

/** The published schema of a request body and the check that enforces it. */
export type BodyContract<T> = {
  /** Declared here, or shared and given by its name. */
  schema: string | object;
  /** Whether a request without a body is accepted. */
  isOptional?: boolean;
  /** @param text the text of the body; empty without one */
  parse(body: unknown, text: string): ParseResult<T>;
};

const options = { allErrors: true, strict: true, verbose: true } as const;
const ajv = new Ajv2020(options);
const coercingAjv = new Ajv2020({ ...options, coerceTypes: true, useDefaults: true });

/** Compiling every schema would delay the start of a service. Each is compiled when it is first needed. */
function once<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => {
    made ??= make();
    return made;
  };
}

/** A contract defined by JSON Schema alone. */
export function schemaContract<T>(schema: object): BodyContract<T> {
  const validator = once(() => ajv.compile<T>(schema));
  return {
    schema,
    parse: (body) => {
      const validate = validator();
      return validate(body)
        ? { ok: true, value: body }
        : { ok: false, problems: bodyProblems(validate, body) };
    },
  };
}

/** Accepts a request without a body as one with an empty JSON object. */
export function optionalBody<T>({ schema, parse }: BodyContract<T>): BodyContract<T> {
  return { schema, isOptional: true, parse: (body, text) => parse(body ?? {}, text) };
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

/** Checks all parameters; returns them with the types and defaults of their schemas. */
export function parameterContract(parameters: readonly Parameter[]) {
  const validator = once(() =>
    coercingAjv.compile<ParameterValues>({
      type: 'object',
      properties: Object.fromEntries(
        parameters.map(({ name, description, schema }) => [name, { description, ...schema }]),
      ),
      required: parameters.filter(({ in: place }) => place === 'path').map(({ name }) => name),
      additionalProperties: false,
    }),
  );
  return (values: Record<string, string>): ParseResult<ParameterValues> => {
    const validate = validator();
    if (validate(values)) return { ok: true, value: values };
    const problems = problemsOf(validate, 'invalid_parameter', (pointer) => ({
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
  return withoutOtherForms(validate.errors ?? []).map((error) => {
    const pointer = pointerOf(error);
    const subject = pointer === '' ? 'The value' : `'${pointer.slice(1)}'`;
    return problem(code, `${subject} ${describeFault(error)}.`, source(pointer));
  });
}

function pointerOf({ instancePath, params }: ErrorObject): string {
  const key = params.additionalProperty ?? params.missingProperty;
  if (key === undefined) return instancePath;
  return `${instancePath}/${String(key).replaceAll('~', '~0').replaceAll('/', '~1')}`;
}
