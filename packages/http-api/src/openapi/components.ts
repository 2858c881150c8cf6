import type { Route } from '../routes/route.ts';
import { componentNameOf, errors } from '../schemas/schemas.ts';

/** A copy of a schema that refers to components; of a name, the reference. */
export function withReferences(schema: string | object): object {
  if (typeof schema === 'string') return { $ref: `#/components/schemas/${schema}` };
  const name = componentNameOf(schema);
  return name === undefined ? copyOf(schema, withReferences) : withReferences(name);
}

/**
 * The schemas of all components in the bodies and responses of routes, by name.
 * @throws Error where two components have one name
 */
export function componentsOf(routes: readonly Route<never>[]): Record<string, object> {
  const found = new Map<string, string>();
  const collect = (schema: object): object => {
    const name = componentNameOf(schema);
    const copy = copyOf(schema, collect);
    if (name === undefined) return copy;
    const content = JSON.stringify(copyOf(schema, withReferences));
    if ((found.get(name) ?? content) !== content) throw new Error(`Two components are '${name}'`);
    found.set(name, content);
    return copy;
  };
  collect(errors);
  for (const { body, responses } of routes) {
    const all = Object.values(responses).flatMap(({ schema, alternatives = {} }) => [
      schema,
      ...Object.values(alternatives),
    ]);
    for (const schema of [body?.schema, ...all]) if (typeof schema === 'object') collect(schema);
  }
  const byName = [...found].sort(([one], [other]) => (one < other ? -1 : 1));
  return Object.fromEntries(byName.map(([name, content]) => [name, JSON.parse(content)]));
}

function copyOf(value: object, copyObject: (value: object) => object): object {
  const copy = (one: unknown) => (typeof one === 'object' && one ? copyObject(one) : one);
  if (Array.isArray(value)) return value.map(copy);
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, copy(one)]));
}
