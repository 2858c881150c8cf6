type JsonTypeName = 'string' | 'number' | 'integer' | 'boolean' | 'object' | 'array';

/** The part of JSON Schema, draft 2020-12, that the definition's schema is written in. */
export type JsonSchema = {
  readonly $schema?: string;
  readonly $id?: string;
  readonly title?: string;
  readonly description?: string;
  readonly examples?: readonly unknown[];
  readonly type?: JsonTypeName | readonly JsonTypeName[];
  readonly enum?: readonly string[];
  readonly const?: boolean;
  readonly format?: 'uri';
  readonly pattern?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly items?: JsonSchema;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly maxProperties?: number;
  readonly propertyNames?: JsonSchema;
  readonly additionalProperties?: JsonSchema | false;
  readonly if?: JsonSchema;
  readonly then?: JsonSchema;
  /** What the pattern demands, in words. Visual Studio Code shows it too. */
  readonly patternErrorMessage?: string;
  /** What to write instead, in words. Visual Studio Code shows it too. */
  readonly errorMessage?: string;
  /** On a property of the definition: what is wrong below it is warned about, never refused. */
  readonly 'x-advisory'?: true;
};

/** Keywords of `JsonSchema` that annotate and assert nothing; Ajv must be told of them. */
export const annotationKeywords = ['patternErrorMessage', 'errorMessage', 'x-advisory'] as const;
