import { operatorTags } from '@app-platform/contracts';
import type { ErrorObject } from 'ajv/dist/2020.js';
import { extendPointer, fieldName } from './json-pointer.ts';
import { describeType, ownValue, quote } from './json-value.ts';
import type { JsonSchema } from './schema/json-schema.ts';

/** The name of the whole value in messages, and the message for its unknown keys. */
export type Subject = { name: string; describeUnknownKey: (key: string) => string };

/** Whether an error only repeats another one. */
export function repeatsAnother(error: ErrorObject): boolean {
  switch (error.keyword) {
    case 'if':
    case 'propertyNames':
      return true;
    case 'enum':
      // Every enum of the schema stands beside `type: string`.
      return typeof error.data !== 'string';
    case 'pattern':
      return error.data === '' && ownValue(error.parentSchema, 'minLength') !== undefined;
    default:
      return false;
  }
}

/** The missing, unknown or wrongly named property, for an error of these kinds. */
export function namedChild(error: ErrorObject): string | undefined {
  if (error.propertyName !== undefined) return error.propertyName;
  const { missingProperty, additionalProperty }: FaultParameters = error.params;
  return missingProperty ?? additionalProperty;
}

type FaultParameters = { missingProperty?: string; additionalProperty?: string };

export function faultPointer(error: ErrorObject): string {
  return extendPointer(error.instancePath, namedChild(error));
}

/** Says what is wrong and what to write instead. */
export function describeFault(error: ErrorObject, subject: Subject): string {
  const schema: JsonSchema = error.parentSchema ?? {};
  const field = error.instancePath === '' ? subject.name : fieldName(error.instancePath);
  switch (error.keyword) {
    case 'type':
      return `${field} must be ${describeExpectedType(schema)}, but is ${describeType(error.data)}.`;
    case 'required':
      return describeMissing(namedChild(error) ?? '', schema);
    case 'additionalProperties':
      return subject.describeUnknownKey(namedChild(error) ?? '');
    case 'enum':
      return describeChoice(error, field, schema);
    case 'pattern':
      return `${describeText(error, field)}. ${schema.patternErrorMessage}`;
    case 'minLength':
      return `${describeText(error, field)}. Write at least ${characters(schema.minLength)}.`;
    case 'maxLength':
      return `${describeText(error, field)}. Write at most ${characters(schema.maxLength)}.`;
    case 'minItems':
      return `${field} holds too few elements. Write at least ${schema.minItems}, or leave it out.`;
    case 'maxItems':
      return `${field} holds too many elements. Write at most ${schema.maxItems}.`;
    case 'maxProperties':
      return `${field} holds too many entries. Write at most ${schema.maxProperties}.`;
    default:
      return `${field} does not follow the schema: see its \`${error.keyword}\`.`;
  }
}

const typeNames = {
  string: 'a string',
  number: 'a number',
  integer: 'a whole number',
  boolean: 'true or false',
  object: 'an object',
  array: 'an array',
};

/** Whether the value is a tag that only the operator may set. */
export function isOperatorTag({ instancePath, data }: ErrorObject): boolean {
  return instancePath.startsWith('/tags/') && (operatorTags as readonly unknown[]).includes(data);
}

/** The types that a schema accepts, in a sentence. */
export function describeExpectedType(schema: JsonSchema): string {
  const types = [schema.type ?? []].flat();
  return types.map((type) => typeNames[type]).join(' or ');
}

function describeText(error: ErrorObject, field: string): string {
  return error.propertyName === undefined
    ? `${field} is ${quote(error.data)}`
    : `${quote(error.propertyName)} is not allowed as a name here`;
}

function describeMissing(name: string, schema: JsonSchema): string {
  const examples = schema.properties?.[name]?.examples ?? [];
  const example = examples.length > 0 ? `, for example ${quote(examples[0])}` : '';
  return `\`${name}\` is missing. Add it${example}.`;
}

function describeChoice(error: ErrorObject, field: string, schema: JsonSchema): string {
  if (isOperatorTag(error)) {
    return `${field} is ${quote(error.data)}, a tag that only the operator of the service sets. Remove it.`;
  }
  const instead = schema.errorMessage ?? `Write one of ${(schema.enum ?? []).join(', ')}.`;
  return `${field} is ${quote(error.data)}. ${instead}`;
}

export function characters(count: number | undefined): string {
  return `${count} character${count === 1 ? '' : 's'}`;
}
