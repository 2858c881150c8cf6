import { bodyOf, type Operation, type Parameter, type Schema } from './api-document.ts';
import type { Values } from './operation.ts';

export type Pair = [name: string, value: string];

export type Body =
  | { kind: 'json'; value: unknown }
  | { kind: 'form'; pairs: Pair[] /** Sent without its end. */; cutTo?: number }
  | { kind: 'bytes'; bytes: Buffer };

/** A request before it is encoded. `@@name@@` in it stands for a live value. */
export type Draft = {
  path: Record<string, string>;
  query: Pair[];
  headers: Record<string, string>;
  body?: Body;
};

/** What a request has besides the values of a row. */
type Additions = {
  /** The value of a parameter; without one it is left out. */
  parameter(parameter: Parameter): string | undefined;
  /** Fields of the body. */
  fields(schema: Schema): Record<string, unknown>;
};

const nothing: Additions = { parameter: () => undefined, fields: () => ({}) };

/** The request for an operation with the values of a row. */
export function draftOf(
  operation: Operation,
  { fields, headers }: Values,
  additions = nothing,
): Draft {
  const valuesIn = (place: Parameter['in']) =>
    operation.parameters
      .filter((one) => one.in === place)
      .flatMap((one): Pair[] => {
        const value = fields[one.name] ?? additions.parameter(one);
        return value === undefined ? [] : [[one.name, String(value)]];
      });
  const body = bodyWith(operation, fields, additions);
  return {
    path: Object.fromEntries(valuesIn('path')),
    query: valuesIn('query'),
    headers: {
      ...credentialOf(operation),
      ...(body && { 'content-type': bodyOf(operation)?.type ?? '' }),
      ...Object.fromEntries(valuesIn('header').map(([name, value]) => [name.toLowerCase(), value])),
      ...headers,
    },
    ...(body && { body }),
  };
}

/** Administered in an organization of its own, so that the app whose tokens are used keeps its user and policy. */
const ADMINISTRATION = /^\/v1\/(users|grants|consent-requests|organization)(\/|$)/;

function credentialOf({ path }: Operation): Record<string, string> {
  if (ADMINISTRATION.test(path)) return { authorization: 'Bearer @@administratorKey@@' };
  return path.startsWith('/v1/') ? { authorization: 'Bearer @@apiKey@@' } : {};
}

function bodyWith(
  operation: Operation,
  fields: Values['fields'],
  additions: Additions,
): Body | undefined {
  const body = bodyOf(operation);
  if (!body) return undefined;
  const parameters = operation.parameters.map(({ name }) => name);
  const isInBody = (name: string) =>
    !parameters.includes(name) || body.schema.required?.includes(name);
  const fixed = Object.entries(fields).filter(([name]) => isInBody(name));
  const all = { ...additions.fields(body.schema), ...Object.fromEntries(fixed) };
  if (body.type === 'application/json') return { kind: 'json', value: all };
  const pairs = Object.entries(all).map(([name, value]): Pair => [name, String(value)]);
  return { kind: 'form', pairs };
}
