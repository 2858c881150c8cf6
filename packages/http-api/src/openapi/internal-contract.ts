import type { Route } from '../routes/route.ts';

type Operation = {
  operationId: string;
  method: string;
  path: string;
  parameters: { name: string; in: string; schema: object }[];
  /** The JSON Schema of its body; null where it takes none. */
  request: object | null;
  /** The JSON Schema of the body of its success. */
  response: object;
};

/** What one service promises the other. */
export type InternalContract = { operations: Operation[] };

/** @param routes those that the other service calls; each declares the schema of its answer */
export function internalContract(routes: readonly Route<never>[]): InternalContract {
  return {
    operations: routes.map(({ operationId, method, path, parameters = [], body, responses }) => {
      const { schema } = responses[200] ?? {};
      if (typeof schema !== 'object') throw new Error(`${operationId} declares no answer`);
      return {
        operationId,
        method,
        path,
        parameters: parameters.map(({ name, in: place, schema }) => ({ name, in: place, schema })),
        request: (body?.schema as object | undefined) ?? null,
        response: schema,
      };
    }),
  };
}
