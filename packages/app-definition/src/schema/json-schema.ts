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

/**
 * The values that a schema accepts. An object may have fields beside its `properties`, unless
 * `additionalProperties` is false. Ignores `if`.
 */
export type TypeOf<Schema> = Schema extends { enum: readonly (infer Choice)[] }
  ? Choice
  : Schema extends { type: infer Type }
    ? TypeOfName<Schema, Type extends readonly (infer Name)[] ? Name : Type>
    : unknown;

/** One alternative for each name in a list of types. */
type TypeOfName<Schema, Name> = Name extends 'string'
  ? string
  : Name extends 'number' | 'integer'
    ? number
    : Name extends 'boolean'
      ? boolean
      : Name extends 'array'
        ? (Schema extends { items: infer Items } ? TypeOf<Items> : unknown)[]
        : Name extends 'object'
          ? ObjectOf<Schema>
          : never;

type ObjectOf<Schema> = Schema extends { properties: infer Properties }
  ? FieldsOf<Properties, RequiredOf<Schema>> & OtherFields<Schema>
  : {
      [key: string]: Schema extends { additionalProperties: infer Value } ? TypeOf<Value> : unknown;
    };

type RequiredOf<Schema> = Schema extends { required: readonly (infer Name)[] } ? Name : never;

type OtherFields<Schema> = Schema extends { additionalProperties: false }
  ? unknown
  : { [field: string]: unknown };

/** The types of an object's `properties`, of which those in `Required` are not optional. */
export type FieldsOf<Properties, Required> = {
  -readonly [Name in keyof Properties as Name extends Required ? Name : never]: TypeOf<
    Properties[Name]
  >;
} & {
  -readonly [Name in keyof Properties as Name extends Required ? never : Name]?: TypeOf<
    Properties[Name]
  >;
};

/** Keywords of `JsonSchema` that assert nothing. Ajv must know them in strict mode. */
export const annotationKeywords = ['patternErrorMessage', 'errorMessage', 'x-advisory'] as const;
