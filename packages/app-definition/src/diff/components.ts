import { isStandardKlass } from '../attribute-types.ts';
import type { Path } from '../json-pointer.ts';
import {
  elementsOf,
  isJsonObject,
  type JsonObject,
  ownValue,
  propertiesOf,
} from '../json-value.ts';
import { parseDependency } from '../rules/dependencies.ts';
import { appDefinitionSchema } from '../schema/app-definition-schema.ts';

/** A part of a definition that a developer adds, changes or removes as one. */
export type Component = {
  property: string;
  name: string | null;
  path: Path;
  value: unknown;
};

/** They identify a definition, and are no part of what it does. */
const identity = new Set(['$schema', 'app', 'version', 'visibility', 'identifier']);

/** The member that names the elements of an array. */
const namedBy: Record<string, string> = {
  actions: 'name',
  commands: 'name',
  hooks: 'eventName',
  kviews: 'name',
  lifecycleWebhooks: 'url',
  outboundWebhooks: 'name',
  shortcuts: 'name',
  triggers: 'eventName',
  widgets: 'name',
  workflows: 'name',
};

/** Objects whose members, or the members of whose members, are components. */
const depths: Record<string, number> = { changelog: 1, i18n: 2, settings: 2, meta: 1 };

/** The components of a definition by property and name. */
export function componentsOf(definition: JsonObject): Map<string, Component> {
  const components = new Map<string, Component>();
  for (const property of Object.keys(appDefinitionSchema.properties)) {
    const value = ownValue(definition, property);
    if (value === undefined || identity.has(property)) continue;
    for (const one of partsOf(property, value)) {
      // Elements of one name are told apart by their order.
      let key = `${one.property} ${one.name ?? ''}`;
      while (components.has(key)) key += '+';
      components.set(key, one);
    }
  }
  return components;
}

function partsOf(property: string, value: unknown): Component[] {
  const depth = depths[property];
  if (depth !== undefined && isJsonObject(value)) return membersOf(property, value, depth);
  if (property === 'klasses') return elementsOf(value).flatMap(klassParts);
  if (property === 'dependencies') return elementsOf(value).map(dependency);
  const member = namedBy[property];
  if (member !== undefined) {
    return elementsOf(value).map((element, index) => {
      const name = ownValue(element, member);
      const path = [property, index];
      return {
        property,
        name: typeof name === 'string' ? name : `[${index}]`,
        path,
        value: element,
      };
    });
  }
  if (Array.isArray(value) && value.every((one) => typeof one === 'string')) {
    return value.map((name, index) => ({ property, name, path: [property, index], value: name }));
  }
  return [{ property, name: null, path: [property], value }];
}

function membersOf(
  property: string,
  value: JsonObject,
  depth: number,
  names: string[] = [],
): Component[] {
  return propertiesOf(value).flatMap(([key, child]) => {
    const path = [...names, key];
    if (path.length < depth && isJsonObject(child)) return membersOf(property, child, depth, path);
    return [{ property, name: path.join('.'), path: [property, ...path], value: child }];
  });
}

function dependency(text: unknown, index: number): Component {
  const { name } = parseDependency(String(text));
  return { property: 'dependencies', name, path: ['dependencies', index], value: text };
}

/** The attributes of a standard Klass, or a custom object. */
function klassParts(klass: unknown, index: number): Component[] {
  const name = String(ownValue(klass, 'name'));
  const metadata = ownValue(klass, 'metadata');
  if (ownValue(metadata, 'standard') !== true || !isStandardKlass(name)) {
    return [{ property: 'klasses', name, path: ['klasses', index], value: klass }];
  }
  return propertiesOf(ownValue(metadata, 'properties')).map(([attribute, value]) => ({
    property: 'attributes',
    name: `${name}.${attribute}`,
    path: ['klasses', index, 'metadata', 'properties', attribute],
    value,
  }));
}
