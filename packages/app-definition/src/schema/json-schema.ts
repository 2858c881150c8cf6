type JsonTypeName = 'string' | 'number' | 'integer' | 'boolean' | 'object' | 'array';

/**
 * The keywords of JSON Schema, draft 2020-12, that the definition's schema uses, and three of our
 * own, which the published schema leaves out.
 */
export type JsonSchema = {
  readonly $schema?: string;
  readonly $id?: string;
  readonly title?: string;
  readonly description?: string;
  readonly examples?: readonly unknown[];
  readonly type?: JsonTypeName | readonly JsonTypeName[];
  readonly enum?: readonly string[];
  readonly const?: boolean;
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
  /** Explains the pattern. */
  readonly patternErrorMessage?: string;
  /** Says what to write instead. */
  readonly errorMessage?: string;
  /** On a property of the definition: errors below it are warnings and never refuse it. */
  readonly 'x-advisory'?: true;
};

/** Keywords of `JsonSchema` that assert nothing. Ajv must know them in strict mode. */
export const annotationKeywords = ['patternErrorMessage', 'errorMessage', 'x-advisory'] as const;
