import { type Static, type TObject, type TSchema, Type } from '@sinclair/typebox';

/*
 * Parts of the schemas of responses. Code generators take an object without `properties` for empty, so
 * objects of any content say `additionalProperties: true`.
 */

const componentName = Symbol('componentName');

/** A schema that the OpenAPI document has once, in `components`, and refers to by `name`. */
export function component<T extends TSchema>(name: string, schema: T): T {
  return { ...schema, [componentName]: name };
}

/** The name of a {@link component}; undefined for any other schema. */
export function componentNameOf(schema: object): string | undefined {
  return (schema as { [componentName]?: string })[componentName];
}

export const text = (description: string, options: object = {}) =>
  Type.String({ description, ...options });
export const textOrNull = (description: string) =>
  Type.Unsafe<string | null>({ type: ['string', 'null'], description });
export const integer = (description: string) => Type.Integer({ description });
export const integerOrNull = (description: string) =>
  Type.Unsafe<number | null>({ type: ['integer', 'null'], description });
export const boolean = (description: string) => Type.Boolean({ description });

/** A handler may return a `Date`: JSON has it in ISO 8601. */
export const time = (description: string) =>
  Type.Unsafe<Date | string>({ type: 'string', description, format: 'date-time' });
export const timeOrNull = (description: string) =>
  Type.Unsafe<Date | string | null>({ ...time(description), type: ['string', 'null'] });

/** One of the given values. */
export const choice = <const V extends string | null>(values: readonly V[], description?: string) =>
  Type.Unsafe<V>({ enum: [...values], ...(description && { description }) });

export const list = <T extends TSchema>(items: T, description?: string) =>
  Type.Array(items, description ? { description } : {});
export const listOrNull = <T extends TSchema>(items: T, description: string) =>
  Type.Unsafe<Static<T>[] | null>({ type: ['array', 'null'], items, description });

/** An object whose property names are data. */
export const objectOf = <T extends TSchema>(values: T, description: string) =>
  Type.Unsafe<Record<string, Static<T>>>({
    type: 'object',
    description,
    additionalProperties: values,
  });

/** An object of any content. */
export const anyObject = (description?: string) =>
  Type.Unsafe<object>({
    type: 'object',
    ...(description && { description }),
    additionalProperties: true,
  });

/** @param type the record's type, or all types that it may have */
export function record<const T extends string, A extends TObject>(
  type: T | readonly T[],
  attributes: A,
) {
  return Type.Object({
    type: Type.Unsafe<T>(typeof type === 'string' ? { const: type } : { enum: type }),
    id: text('The id of the record.'),
    attributes,
  });
}

/** A response with `data`. */
export function response<T extends TSchema>(data: T): TObject<{ data: T }>;
/** @param meta `Type.Optional` where not every response has it */
export function response<T extends TSchema, M extends TSchema>(
  data: T,
  meta: M,
): TObject<{ data: T; meta: M }>;
export function response(data: TSchema, meta?: TSchema): TObject {
  return Type.Object({ data, ...(meta && { meta }) });
}

/** The response of a list that `page[size]` and `page[after]` divide. */
export function page<T extends TSchema>(entry: T) {
  const after = textOrNull('The `page[after]` of the next page; null on the last.');
  return Type.Object({
    data: list(entry),
    meta: Type.Object({ page: Type.Object({ after }) }),
  });
}

export const problem = component(
  'Problem',
  Type.Object({
    status: integer('The HTTP status of this problem.'),
    code: text('Stable and machine-readable.'),
    title: text('The same for every problem of this code.'),
    detail: text('What is wrong here, and what to do about it.'),
    source: Type.Optional(
      Type.Object(
        {
          pointer: Type.Optional(text('JSON pointer into the body (RFC 6901).')),
          parameter: Type.Optional(
            text('A parameter; for a duplicate the property of the definition.'),
          ),
          header: Type.Optional(text('A header.')),
        },
        { description: 'Where in the request the problem lies.' },
      ),
    ),
    meta: Type.Optional(anyObject('More about it, for programs.')),
    links: Type.Optional(
      Type.Object({
        about: text('The documentation of this code.', { format: 'uri-reference' }),
      }),
    ),
  }),
);

/** The body of every response that is not a success. */
export const errors = component(
  'Errors',
  Type.Object({ errors: Type.Array(problem, { minItems: 1 }) }),
);

const { status: _status, ...warningFields } = problem.properties;

/** What a success says beside its data: a likely mistake, or what the caller should know. */
export const warning = component(
  'Warning',
  Type.Object({
    severity: Type.Unsafe<'warning'>({ type: 'string', const: 'warning' }),
    ...warningFields,
    meta: Type.Optional(
      Type.Object({
        blocksInstallation: Type.Optional(
          boolean('Whether the app cannot be installed, because a component cannot work.'),
        ),
      }),
    ),
  }),
);
