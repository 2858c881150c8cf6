import { describeObject, type KubernetesObject } from './kubernetes-objects.ts';

/** Breaks a rendering, in place. */
export type Breakage = {
  name: string;
  apply(objects: KubernetesObject[]): void;
  /** The component that the production overlay has, where it is not of the usual ones. */
  component?: string;
};

/** What a generated name ends in. */
const HASH = /-[a-z0-9]{10}$/;

/**
 * Gives a field of an object another value, or takes it away where there is none.
 * @param title `Deployment registry`; of a generated ConfigMap without its hash
 * @param path `spec/replicas`, with `~1` for a slash in a name
 */
export function set(title: string, path: string, value?: unknown): Breakage {
  const keys = path.split('/').map((key) => key.replaceAll('~1', '/'));
  return {
    name: `${title}: ${path} ${value === undefined ? 'left out' : JSON.stringify(value)}`,
    apply(objects) {
      const object = objects[indexOf(objects, title)];
      const last = keys.at(-1) ?? '';
      const parent = keys.slice(0, -1).reduce(field, object);
      if (typeof parent !== 'object' || parent === null) throw new Error(`${title} has no ${path}`);
      if (value === undefined) Reflect.deleteProperty(parent, last);
      else Reflect.set(parent, last, value);
    },
  };
}

/** Breaks what only a component has. */
export function inOverlayWith(component: string, breakages: Breakage[]): Breakage[] {
  return breakages.map((breakage) => ({
    ...breakage,
    name: `with ${component}, ${breakage.name}`,
    component,
  }));
}

/** Takes an object away. */
export function remove(title: string): Breakage {
  return {
    name: `no ${title}`,
    apply(objects) {
      objects.splice(indexOf(objects, title), 1);
    },
  };
}

/** Adds an object to the namespace. */
export function add(object: KubernetesObject & Record<string, unknown>): Breakage {
  return {
    name: `one more ${describeObject(object)}`,
    apply(objects) {
      const namespace = objects.find(({ kind }) => kind === 'Namespace')?.metadata?.name ?? '';
      objects.push({ ...object, metadata: { namespace, ...object.metadata } });
    },
  };
}

function field(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined;
}

function indexOf(objects: KubernetesObject[], title: string): number {
  const index = objects.findIndex((object) => {
    const described = describeObject(object);
    return described === title || described.replace(HASH, '') === title;
  });
  if (index < 0) throw new Error(`There is no ${title} to break`);
  return index;
}
