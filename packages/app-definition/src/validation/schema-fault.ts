import { operatorTags } from '@app-platform/contracts';
import type { ErrorObject } from 'ajv/dist/2020.js';
import parseVersion from 'semver/functions/parse.js';
import validRange from 'semver/ranges/valid.js';
import type { Advice } from '../findings/finding.ts';
import { exactPointer, extendPointer, fieldName, pathOf } from '../json/json-pointer.ts';
import { describeType, isJsonObject, ownValue, quote } from '../json/json-value.ts';
import { onlyNear } from '../names/near-name.ts';
import { changelogVersion } from '../rules/changelog.ts';
import { dependency } from '../rules/dependencies.ts';
import { attributeName } from '../rules/klasses.ts';
import { redirectUri } from '../rules/redirect-uris.ts';
import type { Fix, Rule } from '../rules/rule.ts';
import * as errors from '../rules/schema-errors.ts';
import { version } from '../rules/version.ts';
import type { JsonSchema } from '../schema/json-schema.ts';
import { fixUnknownKey } from './known-keys.ts';

/** The name of the whole value in messages, and the message for its unknown keys. */
export type Subject = { name: string; describeUnknownKey: (key: string) => string };

/** An error of Ajv, the schema that it violates, and the name of the value in messages. */
type Fault = { error: ErrorObject; schema: JsonSchema; field: string };

type Expectation = { rule: string; expected: string };

/** The message for errors of a keyword, and the advice for a linter. */
type Keyword = {
  describe(fault: Fault, subject: Subject): string;
  expectation(error: ErrorObject, schema: JsonSchema): Expectation;
  fix?(error: ErrorObject, schema: JsonSchema, definition: unknown): Fix;
};

const keywords: Readonly<Record<string, Keyword>> = {
  type: {
    describe: ({ error, schema, field }) =>
      `${field} must be ${describeExpectedType(schema)}, but is ${describeType(error.data)}.`,
    expectation: (_, schema) => expects(errors.wrongType, describeExpectedType(schema)),
    fix: (error, schema) => replaced(error, converted(error.data, schema)),
  },
  required: {
    describe: ({ error, schema }) => describeMissing(namedChild(error) ?? '', schema),
    expectation: (error) =>
      expects(errors.missingProperty, `the property \`${namedChild(error)}\``),
  },
  additionalProperties: {
    describe: ({ error }, subject) => subject.describeUnknownKey(namedChild(error) ?? ''),
    expectation: () => expects(errors.unknownProperty),
    fix: (error, _, definition) =>
      isJsonObject(definition) ? fixUnknownKey(namedChild(error) ?? '', definition) : undefined,
  },
  enum: {
    describe: describeChoice,
    expectation: (error, { enum: choices = [] }) =>
      expects(
        isOperatorTag(error) ? errors.operatorTag : errors.allowedValue,
        `one of ${choices.join(', ')}`,
      ),
    fix: fixChoice,
  },
  pattern: {
    describe: (fault) => `${describeText(fault)}. ${fault.schema.patternErrorMessage}`,
    expectation: ({ instancePath }) => {
      const [property = ''] = pathOf(instancePath);
      return patternRules[property] ?? { rule: 'pattern', expected: 'the form of its description' };
    },
    fix: (error, _, definition) => fixPattern(error, definition),
  },
  minLength: {
    describe: (fault) =>
      `${describeText(fault)}. Write at least ${characters(fault.schema.minLength)}.`,
    expectation: (_, { minLength }) =>
      expects(errors.textLength, `at least ${characters(minLength)}`),
  },
  maxLength: {
    describe: (fault) =>
      `${describeText(fault)}. Write at most ${characters(fault.schema.maxLength)}.`,
    expectation: (_, { maxLength }) =>
      expects(errors.textLength, `at most ${characters(maxLength)}`),
  },
  minItems: {
    describe: ({ field, schema }) =>
      `${field} holds too few elements. Write at least ${schema.minItems}, or leave it out.`,
    expectation: (_, { minItems }) => expects(errors.entryCount, `at least ${minItems} elements`),
  },
  maxItems: {
    describe: ({ field, schema }) =>
      `${field} holds too many elements. Write at most ${schema.maxItems}.`,
    expectation: (_, { maxItems }) => expects(errors.entryCount, `at most ${maxItems} elements`),
  },
  maxProperties: {
    describe: ({ field, schema }) =>
      `${field} holds too many entries. Write at most ${schema.maxProperties}.`,
    expectation: (_, schema) =>
      expects(errors.entryCount, `at most ${schema.maxProperties} entries`),
  },
};

const otherKeyword: Keyword = {
  describe: ({ error, field }) =>
    `${field} does not follow the schema: see its \`${error.keyword}\`.`,
  expectation: ({ keyword }) => ({
    rule: 'invalid-definition',
    expected: `a value that fits \`${keyword}\``,
  }),
};

function keywordOf({ keyword }: ErrorObject): Keyword {
  return keywords[keyword] ?? otherKeyword;
}

/** Says what is wrong and what to write instead. */
export function describeFault(error: ErrorObject, subject: Subject): string {
  const schema: JsonSchema = error.parentSchema ?? {};
  const field = error.instancePath === '' ? subject.name : fieldName(error.instancePath);
  return keywordOf(error).describe({ error, schema, field }, subject);
}

/** The rule, the expectation and the correction of a schema error. */
export function adviseFault(error: ErrorObject, definition: unknown): Advice {
  const { expectation, fix } = keywordOf(error);
  const schema: JsonSchema = error.parentSchema ?? {};
  return { ...expectation(error, schema), fix: fix?.(error, schema, definition) };
}

/** Whether an error only repeats another one. */
export function repeatsAnother(error: ErrorObject): boolean {
  switch (error.keyword) {
    case 'if':
    case 'propertyNames':
      return true;
    case 'enum':
      // Every enum of the schema is beside `type: string`.
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

function expects({ name, expected }: Rule, instead = expected): Expectation {
  return { rule: name, expected: instead };
}

/** By the property of the definition. */
const patternRules: Readonly<Record<string, Expectation>> = {
  app: expects(errors.appName),
  version: expects(version),
  identifier: expects(errors.identifier),
  dependencies: expects(dependency),
  redirectUris: expects(redirectUri, 'an absolute URI without fragment or wildcard'),
  changelog: expects(changelogVersion),
  klasses: expects(attributeName),
};

const typeNames = {
  string: 'a string',
  number: 'a number',
  integer: 'a whole number',
  boolean: 'true or false',
  object: 'an object',
  array: 'an array',
};

/** The types that a schema accepts, in a sentence. */
function describeExpectedType(schema: JsonSchema): string {
  const types = [schema.type ?? []].flat();
  return types.map((type) => typeNames[type]).join(' or ');
}

function describeText({ error, field }: Fault): string {
  return error.propertyName === undefined
    ? `${field} is ${quote(error.data)}`
    : `${quote(error.propertyName)} is not allowed as a name here`;
}

function describeMissing(name: string, schema: JsonSchema): string {
  const examples = schema.properties?.[name]?.examples ?? [];
  const example = examples.length > 0 ? `, for example ${quote(examples[0])}` : '';
  return `\`${name}\` is missing. Add it${example}.`;
}

function describeChoice({ error, field, schema }: Fault): string {
  if (isOperatorTag(error)) {
    return `${field} is ${quote(error.data)}, a tag that only the operator of the service sets. Remove it.`;
  }
  const instead = schema.errorMessage ?? `Write one of ${(schema.enum ?? []).join(', ')}.`;
  return `${field} is ${quote(error.data)}. ${instead}`;
}

/** Whether the value is a tag that only the operator may set. */
function isOperatorTag({ instancePath, data }: ErrorObject): boolean {
  return instancePath.startsWith('/tags/') && (operatorTags as readonly unknown[]).includes(data);
}

function characters(count: number | undefined): string {
  return `${count} character${count === 1 ? '' : 's'}`;
}

function replaced({ instancePath }: ErrorObject, value: unknown): Fix {
  return value === undefined ? undefined : [{ op: 'replace', path: instancePath, value }];
}

function fixChoice(error: ErrorObject, schema: JsonSchema): Fix {
  if (isOperatorTag(error)) return [{ op: 'remove', path: error.instancePath }];
  if (error.propertyName !== undefined || typeof error.data !== 'string') return undefined;
  return replaced(error, onlyNear(error.data, schema.enum ?? []));
}

/** The same value in the expected type; undefined if that is not certain. */
function converted(value: unknown, schema: JsonSchema): unknown {
  const types = [schema.type ?? []].flat();
  const [type] = types;
  if (types.length !== 1) return undefined;
  if (type === 'string' && typeof value === 'number') return String(value);
  if (type === 'string' && typeof value === 'boolean') return String(value);
  if (type === 'array' && typeof value === 'string') return [value];
  if (type === 'boolean' && value === 'true') return true;
  if (type === 'boolean' && value === 'false') return false;
  const isNumeric = typeof value === 'string' && /^-?\d{1,15}(?:\.\d{1,6})?$/.test(value);
  return type === 'number' && isNumeric ? Number(value) : undefined;
}

function fixPattern(error: ErrorObject, definition: unknown): Fix {
  const [property = ''] = pathOf(error.instancePath);
  if (property === 'version') return replaced(error, completeVersion(error.data));
  if (property === 'dependencies') return replaced(error, completeDependency(error.data));
  if (property !== 'changelog' || error.propertyName === undefined) return undefined;
  const version = completeVersion(error.propertyName);
  const changelog = ownValue(definition, 'changelog');
  if (version === undefined || ownValue(changelog, version) !== undefined) return undefined;
  const from = exactPointer(['changelog', error.propertyName]);
  return [{ op: 'move', from, path: exactPointer(['changelog', version]) }];
}

/** `v1.4.0`, `1.4` and `1` as semantic versions. */
function completeVersion(text: unknown): string | undefined {
  if (typeof text !== 'string' || text.length > 64) return undefined;
  const bare = text.trim().replace(/^[vV=]\s*/, '');
  const missing = /^\d+(?:\.\d+)?$/.test(bare) ? '.0'.repeat(3 - bare.split('.').length) : '';
  const version = `${bare}${missing}`;
  return parseVersion(version)?.raw === version && version !== text ? version : undefined;
}

/** `app@^1.4.0`, as package managers write it. */
function completeDependency(text: unknown): string | undefined {
  if (typeof text !== 'string' || text.length > 256) return undefined;
  const [, name, range] = /^([A-Za-z0-9_]+)(?:@| +)(\S.*)$/.exec(text) ?? [];
  return range !== undefined && validRange(range) !== null ? `${name}-${range}` : undefined;
}
