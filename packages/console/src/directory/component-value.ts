import { parseDependency, pathOf } from '@app-platform/app-definition';

/** What a comparison of two versions says of one component. */
export type ComponentChange = {
  component: string;
  name: string | null;
  change: 'added' | 'changed' | 'removed';
  pointer: string;
  members?: string[];
  before?: string;
};

/** The value where the pointer of the change leads. */
export function valueAtPointer(definition: unknown, { pointer }: ComponentChange): unknown {
  return pathOf(pointer).reduce(memberOf, definition);
}

/** The value of the same component in the other definition, where its place in a list may be another. */
export function valueOfSame(definition: unknown, change: ComponentChange): unknown {
  const { component, name, before } = change;
  const isAttribute = component === 'attributes';
  const elementName = isAttribute ? name?.split('.')[0] : name;
  const steps = pathOf(change.pointer);
  // An attribute whose type changed had another name.
  if (isAttribute && before) steps[steps.length - 1] = before.split('.')[1] ?? '';
  return steps.reduce(
    (value: unknown, step) =>
      Array.isArray(value)
        ? value.find((element) => isNamed(element, elementName ?? ''))
        : memberOf(value, step),
    definition,
  );
}

/** An own member of an object; undefined where there is none. */
export function memberOf(value: unknown, step: string): unknown {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, step)) return undefined;
  return (value as Record<string, unknown>)[step];
}

function isNamed(element: unknown, name: string): boolean {
  if (typeof element === 'string') return parseDependency(element).name === name;
  return ['name', 'eventName', 'url'].some((member) => memberOf(element, member) === name);
}
