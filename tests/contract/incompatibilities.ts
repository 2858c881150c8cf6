import { isDeepStrictEqual } from 'node:util';
import type { InternalContract } from '@app-platform/http-api';

type Schema = {
  type?: string | string[];
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
};

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
    const parameters = before.parameters.filter(
      ({ name }) => !after.parameters.some((one) => one.name === name),
    );
    return [
      ...parameters.map(({ name }) => `${operationId} takes no ${name}`),
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
    ...withEach(before, path, (name, schema, at) => {
      const now = after.properties?.[name];
      return now ? refused(schema, now, at) : [`${at} is refused`];
    }),
    ...(before.items ? refused(before.items, after.items ?? {}, `${path}[]`) : []),
  ];
}

/** What an answer does not have any more. */
function missed(before: Schema, after: Schema, path: string): string[] {
  const gone = (before.required ?? []).filter((name) => !after.required?.includes(name));
  return [
    ...gone.map((name) => `${path} answers without ${name}`),
    ...(isDeepStrictEqual(before.type, after.type) ? [] : [`${path} answers with another type`]),
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
