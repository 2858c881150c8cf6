import { isDeepStrictEqual } from 'node:util';
import type { InternalContract } from '@app-platform/http-api';

type Schema = {
  type?: string | string[];
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  enum?: unknown[];
  pattern?: string;
} & Partial<Record<Bound, number>>;

type Bound = (typeof least | typeof most)[number];
const least = ['minLength', 'minItems', 'minimum'] as const;
const most = ['maxLength', 'maxItems', 'maximum'] as const;

/**
 * What a caller of the released contract would miss in the current one. Answers may have more fields
 * than before, and requests more fields that may be left out.
 */
export function incompatibilities(released: InternalContract, current: InternalContract): string[] {
  return released.operations.flatMap((before) => {
    const { operationId } = before;
    const after = current.operations.find((one) => one.operationId === operationId);
    if (!after || after.method !== before.method || after.path !== before.path) {
      return [`${operationId} is gone`];
    }
    const parameters = before.parameters.flatMap(({ name, schema }) => {
      const now = after.parameters.find((one) => one.name === name);
      if (!now) return [`${operationId} takes no ${name}`];
      return narrowed(schema as Schema, now.schema as Schema, `${operationId}.${name}`);
    });
    return [
      ...parameters,
      ...refused((before.request ?? {}) as Schema, (after.request ?? {}) as Schema, operationId),
      ...missed(before.response as Schema, after.response as Schema, operationId),
    ];
  });
}

/** What a request of before lacks, or has and may not have. */
function refused(before: Schema, after: Schema, path: string): string[] {
  const needed = (after.required ?? []).filter((name) => !before.required?.includes(name));
  return [
    ...needed.map((name) => `${path} needs ${name}`),
    ...narrowed(before, after, path),
    ...withEach(before, path, (name, schema, at) => {
      const now = after.properties?.[name];
      return now ? refused(schema, now, at) : [`${at} is refused`];
    }),
    ...(before.items ? refused(before.items, after.items ?? {}, `${path}[]`) : []),
  ];
}

/** Values of before that are taken no more. A changed pattern counts, because none can be compared. */
function narrowed(before: Schema, after: Schema, path: string): string[] {
  const isNarrower =
    !isDeepStrictEqual(before.type, after.type) ||
    before.pattern !== after.pattern ||
    hasOthers(after.enum, before.enum) ||
    least.some((bound) => (after[bound] ?? 0) > (before[bound] ?? 0)) ||
    most.some((bound) => (after[bound] ?? Infinity) < (before[bound] ?? Infinity));
  return isNarrower ? [`${path} takes other values`] : [];
}

/** Whether `values` has some that a list lacks. A schema without a list has no bounds. */
function hasOthers(list: unknown[] | undefined, values: unknown[] | undefined): boolean {
  if (!list) return false;
  return !values || values.some((value) => !list.includes(value));
}

/** What an answer does not have any more, and values that its caller does not know. */
function missed(before: Schema, after: Schema, path: string): string[] {
  const gone = (before.required ?? []).filter((name) => !after.required?.includes(name));
  return [
    ...gone.map((name) => `${path} answers without ${name}`),
    ...(isDeepStrictEqual(before.type, after.type) ? [] : [`${path} answers with another type`]),
    ...(hasOthers(before.enum, after.enum) ? [`${path} answers with other values`] : []),
    ...withEach(before, path, (name, schema, at) => {
      const now = after.properties?.[name];
      return now ? missed(schema, now, at) : [];
    }),
    ...(before.items ? missed(before.items, after.items ?? {}, `${path}[]`) : []),
  ];
}

function withEach(
  { properties = {} }: Schema,
  path: string,
  faults: (name: string, schema: Schema, path: string) => string[],
): string[] {
  return Object.entries(properties).flatMap(([name, schema]) =>
    faults(name, schema, `${path}.${name}`),
  );
}
