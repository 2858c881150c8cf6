import type { ErrorObject } from 'ajv';
import { pageKeys } from './page-keys.ts';

type Params = ErrorObject['params'];

/** The types of JSON Schema in a sentence. */
const types: Record<string, string> = {
  string: 'a string',
  integer: 'an integer',
  number: 'a number',
  boolean: 'true or false',
  array: 'an array',
  object: 'an object',
};

/** What the schema asks of a value, by the keyword of JSON Schema that refuses it. */
const sentences: Record<string, (params: Params) => string> = {
  additionalProperties: () => 'is not known here',
  required: () => 'is required',
  type: ({ type }) =>
    `must be ${[type]
      .flat()
      .map((one) => types[one] ?? one)
      .join(' or ')}`,
  enum: ({ allowedValues }) => `must be one of ${allowedValues.join(', ')}`,
  const: ({ allowedValue }) => `must be ${JSON.stringify(allowedValue)}`,
  minItems: ({ limit }) => atLeast(limit, 'entries'),
  maxItems: ({ limit }) => atMost(limit, 'entry', 'entries'),
  uniqueItems: () => 'must not have an entry twice',
  minProperties: ({ limit }) => atLeast(limit, 'properties'),
  maxProperties: ({ limit }) => atMost(limit, 'property', 'properties'),
  minLength: ({ limit }) => atLeast(limit, 'characters'),
  maxLength: ({ limit }) => atMost(limit, 'character', 'characters'),
  minimum: ({ limit }) => `must be at least ${limit}`,
  maximum: ({ limit }) => `must be at most ${limit}`,
};

/** What a value of a usual pattern has to be. Its description says what the value is for. */
const forms = new Map([
  [pageKeys.uuid.source, 'must be an id such as 0b9f6a7e-5c1d-4e2f-8a3b-6c7d8e9f0a1b'],
  [pageKeys.number.source, 'must be an id of digits, such as 42'],
  [pageKeys.name.source, 'must be a name of letters, digits and underscores, such as loyalty'],
]);

/** The rest of a sentence that begins with the name of the value, without its full stop. */
export function describeFault({ keyword, params, message, parentSchema }: ErrorObject): string {
  if (keyword === 'pattern') {
    const usual = forms.get(params.pattern);
    if (usual) return usual;
    const form = parentSchema?.description?.replace(/\.$/, '');
    return form ? `is not of the right form: ${form}` : 'is not of the right form';
  }
  return sentences[keyword]?.(params) ?? message ?? 'is not valid';
}

function atLeast(limit: number, many: string): string {
  return limit === 1 ? 'must not be empty' : `must have at least ${limit} ${many}`;
}

function atMost(limit: number, one: string, many: string): string {
  return `must have at most ${limit} ${limit === 1 ? one : many}`;
}
