import equal from 'fast-deep-equal';
import { jsonPointer, type Path } from '../json/json-pointer.ts';
import {
  elementsOf,
  isJsonObject,
  type JsonObject,
  ownValue,
  propertiesOf,
} from '../json/json-value.ts';
import { parseDependency } from '../rules/dependencies.ts';
import { appDefinitionSchema } from '../schema/app-definition-schema.ts';
import { isStandardKlass } from '../schema/attribute-types.ts';
import type { AppDefinition } from '../schema/types.ts';
import { type Increment, incrementOf } from './increments.ts';

/** A component that differs between two definitions of an app. */
export type ComponentChange = {
  /** The property of the definition, such as `actions`; `attributes` for those of standard Klasses. */
  component: string;
  /** Of the component in its property; null where the property is one component. */
  name: string | null;
  change: 'added' | 'changed' | 'removed';
  /** Into the later definition; into the earlier one for a component that was removed. */
  pointer: string;
  /** The smallest increment of the version that the change requires. */
  increment: Increment;
  /** The members that differ, of a component that changed. */
  members?: string[];
  /** The name before, of an attribute whose type changed with its name. */
  before?: string;
};

/**
 * Every component that was added, changed or removed, in the order of the schema's properties. The
 * names, versions and addresses that identify the definition itself are left out.
 */
export function diffDefinitions(before: AppDefinition, after: AppDefinition): ComponentChange[] {
  const earlier = componentsOf(before);
  const later = componentsOf(after);
  const changes: ComponentChange[] = [];
  for (const [key, component] of later) {
    const old = earlier.get(key);
    if (!old) changes.push(entry(component, 'added'));
    else if (!equal(old.value, component.value)) changes.push(changed(old, component));
  }
  for (const [key, component] of earlier) {
    if (!later.has(key)) changes.push(entry(component, 'removed'));
  }
  return joinRenamedAttributes(changes);
}

function entry(component: Component, change: ComponentChange['change']): ComponentChange {
  const { property, name, path } = component;
  const increment = incrementOf(property, change);
  return { component: property, name, change, pointer: pointerOf(path), increment };
}

function changed(old: Component, component: Component): ComponentChange {
  const members = differingMembers(old.value, component.value);
  const isOfOtherType = component.property === 'settings' && members.includes('type');
  return {
    ...entry(component, 'changed'),
    ...(isOfOtherType && { increment: 'major' }),
    ...(members.length > 0 && { members }),
  };
}

function differingMembers(before: unknown, after: unknown): string[] {
  if (!isJsonObject(before) || !isJsonObject(after)) return [];
  const names = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...names].filter((name) => !equal(ownValue(before, name), ownValue(after, name)));
}

function pointerOf(path: Path): string {
  return jsonPointer(path);
}

/** Joins the removal and the addition of an attribute whose suffix alone changed: users read it as one name with another type. */
function joinRenamedAttributes(changes: ComponentChange[]): ComponentChange[] {
  const removed = new Map<string, ComponentChange>();
  for (const one of changes) {
    if (one.component === 'attributes' && one.change === 'removed') removed.set(stemOf(one), one);
  }
  const joined = new Set<ComponentChange>();
  const renamed = changes.map((one): ComponentChange => {
    if (one.component !== 'attributes' || one.change !== 'added') return one;
    const old = removed.get(stemOf(one));
    if (!old || joined.has(old)) return one;
    joined.add(old);
    return { ...one, change: 'changed', increment: 'major', before: old.name ?? '' };
  });
  return renamed.filter((one) => !joined.has(one));
}

/** The Klass and the name without the suffix that gives the type. */
function stemOf({ name }: ComponentChange): string {
  return (name ?? '').replace(/(?:Num|Str|At|Txt|Bool|Url)$/, '');
}

/** A part of a definition that a developer adds, changes or removes as one. */
type Component = {
  property: string;
  name: string | null;
  path: Path;
  value: unknown;
};

/** Properties that identify a definition. */
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
function componentsOf(definition: JsonObject): Map<string, Component> {
  const components = new Map<string, Component>();
  const counts = new Map<string, number>();
  for (const property of Object.keys(appDefinitionSchema.properties)) {
    const value = ownValue(definition, property);
    if (value === undefined || identity.has(property)) continue;
    for (const one of partsOf(property, value)) {
      const name = `${one.property} ${one.name ?? ''}`;
      const count = counts.get(name) ?? 0;
      counts.set(name, count + 1);
      // Distinguishes elements of one name by their order.
      components.set(`${count} ${name}`, one);
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
