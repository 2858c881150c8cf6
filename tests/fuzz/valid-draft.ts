import fc from 'fast-check';
import { bodyOf, type Operation, type Parameter, type Schema } from './api-document.ts';
import { anyOf, type Body, type Draft, type Draw, type Pair } from './draft.ts';
import { type Recipe, recipesOf } from './recipes.ts';
import { valuesOf } from './schema-values.ts';

/** Known to be valid together, unlike what a schema gives for each alone. */
const knownValues: Record<string, string> = {
  resource: '@@audience@@',
  client_id: '@@clientId@@',
  client_secret: '@@clientSecret@@',
  redirect_uri: '@@redirectUri@@',
  scope: 'org.permission.customer',
  appVersion: '@@appVersion@@',
};

/** A request that the document allows, and that mostly succeeds. */
export function validDraft(draw: Draw, operation: Operation): Draft {
  const recipe = anyOf(draw, recipesOf(operation.operationId));
  const isBare = draw(fc.boolean);
  const include = (parameter: Parameter): Pair[] => {
    const { name, required } = parameter;
    const given = recipe.fields[name];
    if (given !== undefined) return [[name, String(given)]];
    if (!required && (isBare || !draw(fc.boolean))) return [];
    return [[name, knownValues[name] ?? String(draw(valuesOf(parameter.schema)))]];
  };
  const of = (place: Parameter['in']) =>
    operation.parameters.filter((one) => one.in === place).flatMap(include);
  const body = validBody(draw, operation, recipe, isBare);
  return {
    path: Object.fromEntries(of('path')),
    query: of('query'),
    headers: {
      ...credentialOf(operation),
      ...(body && { 'content-type': bodyOf(operation)?.type ?? '' }),
      ...Object.fromEntries(of('header').map(([name, value]) => [name.toLowerCase(), value])),
      ...recipe.headers,
    },
    ...(body && { body }),
  };
}

/** Administered by the fuzzer, so that the app whose tokens are used keeps its user and policy. */
const ADMINISTRATION = /^\/v1\/(users|grants|consent-requests|organization)(\/|$)/;

function credentialOf({ path }: Operation): Record<string, string> {
  if (ADMINISTRATION.test(path)) return { authorization: 'Bearer @@administratorKey@@' };
  return path.startsWith('/v1/') ? { authorization: 'Bearer @@apiKey@@' } : {};
}

function validBody(
  draw: Draw,
  operation: Operation,
  recipe: Recipe,
  isBare: boolean,
): Body | undefined {
  const body = bodyOf(operation);
  if (!body) return undefined;
  const parameters = operation.parameters.map(({ name }) => name);
  const inBody = (name: string) =>
    !parameters.includes(name) || body.schema.required?.includes(name);
  const fixed = Object.entries(recipe.fields).filter(([name]) => inBody(name));
  const optional = isBare ? {} : optionalFields(draw, body.schema, recipe);
  const fields = { ...optional, ...Object.fromEntries(fixed) };
  if (body.type === 'application/json') return { kind: 'json', value: fields };
  const pairs = Object.entries(fields).map(([name, value]): Pair => [name, String(value)]);
  return { kind: 'form', pairs };
}

/** Without a client's secret in the form where it stands in a header. */
function optionalFields(draw: Draw, schema: Schema, recipe: Recipe): Record<string, unknown> {
  const value = draw(valuesOf(schema)) as Record<string, unknown>;
  const known = Object.entries(value).map(([name, one]) => [name, knownValues[name] ?? one]);
  const isInHeader = recipe.headers?.authorization !== undefined;
  return Object.fromEntries(
    known.filter(([name]) => !(isInHeader && String(name).startsWith('client_'))),
  );
}
