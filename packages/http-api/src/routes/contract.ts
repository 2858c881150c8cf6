import { type Problem, type ProblemCode, problem } from '@app-platform/contracts';
import type { Static, TSchema } from '@sinclair/typebox';
import type { ErrorObject, ValidateFunction } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describeFault } from './describe-fault.ts';
import { withoutOtherForms } from './without-other-forms.ts';

export type ParseResult<T> = { ok: true; value: T } | { ok: false; problems: Problem[] };

/** The published schema of a request body and the check that enforces it. */
export type BodyContract<T> = {
  /** Or the name of a component whose schema depends on the address of the service. */
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
export function schemaContract<S extends TSchema>(schema: S): BodyContract<Static<S>> {
  const validator = once(() => ajv.compile<Static<S>>(schema));
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

/** What a route declares of its body: a schema, or a contract that checks more than a schema can. */
export type BodyDeclaration = TSchema | BodyContract<unknown>;

/** The type of a body that meets its declaration. */
export type BodyOf<B> =
  B extends BodyContract<infer T> ? T : B extends TSchema ? Static<B> : undefined;

export function contractOf(declaration: BodyDeclaration): BodyContract<unknown> {
  return isContract(declaration) ? declaration : schemaContract(declaration);
}

function isContract(declaration: BodyDeclaration): declaration is BodyContract<unknown> {
  return typeof declaration.parse === 'function';
}

/** Accepts a request without a body as one with an empty JSON object. */
export function optionalBody<B extends BodyDeclaration>(declaration: B): BodyContract<BodyOf<B>> {
  const { schema, parse } = contractOf(declaration) as BodyContract<BodyOf<B>>;
  return { schema, isOptional: true, parse: (body, text) => parse(body ?? {}, text) };
}

function bodyProblems(validate: ValidateFunction, body: unknown): Problem[] {
  if (body === undefined) {
    return [problem('invalid_body', 'This operation needs a JSON body.', { pointer: '' })];
  }
  return problemsOf(validate, 'invalid_body', (pointer) => ({ pointer }));
}

type Place = 'path' | 'query' | 'header';
type ParameterSchema = TSchema | { type: 'string' | 'integer'; [keyword: string]: unknown };

/** A parameter of the path, the query or the header. */
export type Parameter<
  Name extends string = string,
  In extends Place = Place,
  S extends ParameterSchema = ParameterSchema,
> = { name: Name; in: In; description: string; schema: S; isRequired?: true };

/** @param schema of type string or integer */
export function parameter<Name extends string, In extends Place, S extends ParameterSchema>(
  name: Name,
  place: In,
  schema: S,
  description: string,
): Parameter<Name, In, S> {
  return { name, in: place, description, schema };
}

/** A parameter of the query without which a request is refused. */
export function requiredParameter<Name extends string, S extends ParameterSchema>(
  name: Name,
  schema: S,
  description: string,
): Parameter<Name, 'query', S> & { isRequired: true } {
  return { ...parameter(name, 'query', schema, description), isRequired: true };
}

/** Those of the path always are. */
export function isRequired({ in: place, isRequired: declared }: Parameter): boolean {
  return place === 'path' || declared === true;
}

type ValueOf<S> = S extends TSchema ? Static<S> : S extends { type: 'integer' } ? number : string;

/** The values of parameters by name. */
export type ParametersOf<P extends readonly Parameter[]> = {
  [One in P[number] as One['name']]: One extends { in: 'path' } | { isRequired: true }
    ? ValueOf<One['schema']>
    : ValueOf<One['schema']> | undefined;
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
      required: parameters.filter(isRequired).map(({ name }) => name),
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
