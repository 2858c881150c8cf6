/** A JSON Schema, as far as values are made by it. */
export type Schema = {
  type?: string | string[];
  const?: unknown;
  enum?: unknown[];
  anyOf?: Schema[];
  examples?: unknown[];
  pattern?: string;
  format?: string;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  items?: Schema;
  minItems?: number;
  maxItems?: number;
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: Schema | boolean;
  propertyNames?: Schema;
  /** A shared schema: `#/components/schemas/NAME`. */
  $ref?: string;
};

export type Parameter = {
  name: string;
  in: 'path' | 'query' | 'header';
  required: boolean;
  schema: Schema;
};

type Content = Record<string, { schema: object }>;

export type Operation = {
  method: string;
  path: string;
  operationId: string;
  parameters: Parameter[];
  requestBody?: { content: Record<string, { schema: Schema }> };
  responses: Record<string, { headers?: Record<string, object>; content?: Content }>;
};

export type ApiDocument = {
  paths: Record<string, Record<string, Omit<Operation, 'method' | 'path'>>>;
  components: { schemas: Record<string, Schema> };
};

export function operationsOf({ paths, components }: ApiDocument): Operation[] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      method,
      path,
      ...operation,
      ...withSharedBody(operation, components),
    })),
  );
}

/** The body with the schema that it refers to. */
function withSharedBody(
  { requestBody }: Pick<Operation, 'requestBody'>,
  { schemas }: ApiDocument['components'],
): Pick<Operation, 'requestBody'> {
  if (!requestBody) return {};
  const content = Object.entries(requestBody.content).map(([type, { schema }]) => {
    const name = schema.$ref?.split('/').at(-1);
    return [type, { schema: (name && schemas[name]) || schema }];
  });
  return { requestBody: { content: Object.fromEntries(content) } };
}

/** The only media type and schema of what an operation reads; nothing where it reads no body. */
export function bodyOf({ requestBody }: Operation): { type: string; schema: Schema } | undefined {
  const [found] = Object.entries(requestBody?.content ?? {});
  return found && { type: found[0], schema: found[1].schema };
}
