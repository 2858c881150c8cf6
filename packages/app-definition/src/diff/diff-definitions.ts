import equal from 'fast-deep-equal';
import { jsonPointer, type Path } from '../json-pointer.ts';
import { isJsonObject, ownValue } from '../json-value.ts';
import type { AppDefinition } from '../types.ts';
import { type Component, componentsOf } from './components.ts';
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

/** An attribute whose suffix alone was renamed has another type under what people read as one name. */
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
