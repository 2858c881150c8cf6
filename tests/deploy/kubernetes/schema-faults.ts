import { describeObject, type KubernetesObject } from './kubernetes-objects.ts';
import { models } from './models.ts';

/**
 * What is wrong with an object according to the Kubernetes schemas: values that they refuse, and,
 * as in the API server's strict validation, fields that they do not know.
 */
export function schemaFaults(object: KubernetesObject): string[] {
  const name = describeObject(object);
  const model = Object.entries(models).find(([kind]) => kind === object.kind)?.[1];
  if (!model) return [`${name}: no schema for ${object.kind}`];
  if (model.apiVersion !== object.apiVersion) {
    return [`${name}: ${object.apiVersion} is not ${model.apiVersion}`];
  }
  const unread = new Set<string>();
  const watched = watch(object, '', unread);
  try {
    model.prototype.validate.call(watched);
  } catch (error) {
    return [`${name}: ${error instanceof Error ? error.message : error}`];
  }
  return [...unread].map((path) => `${name}: there is no ${path}`);
}

/**
 * The compiled schemas let unknown fields pass, for they never look at them. So what they did not
 * look at is unknown.
 */
function watch<T extends object>(value: T, path: string, unread: Set<string>): T {
  const fields = new Map<string | symbol, unknown>();
  for (const key of Object.keys(value)) unread.add(`${path}/${key}`);
  return new Proxy(value, {
    get(target, key) {
      const field = Reflect.get(target, key);
      if (typeof key === 'string') unread.delete(`${path}/${key}`);
      if (typeof field !== 'object' || field === null) return field;
      if (!fields.has(key)) fields.set(key, watch(field, `${path}/${String(key)}`, unread));
      return fields.get(key);
    },
  });
}
