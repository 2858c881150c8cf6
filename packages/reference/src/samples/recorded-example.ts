/** A call that a test made, with stable values for ids, times and secrets. */
export type RecordedExample = {
  /** The concrete path, with its query. */
  path: string;
  request?: { mediaType: string; body: unknown };
  status: number;
  response?: { mediaType: string; body: unknown };
};

/** By operation id. */
export type RecordedExamples = Readonly<Record<string, RecordedExample>>;

type Content = Record<string, { schema?: object; example?: unknown }>;

/** What is read of an operation of an OpenAPI document. */
export type DocumentedOperation = {
  operationId: string;
  security?: Record<string, string[]>[];
  parameters?: { name: string; in: string }[];
  requestBody?: { content: Content };
  responses: Record<string, { content?: Content }>;
};
