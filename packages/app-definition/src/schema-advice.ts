import type { ErrorObject } from 'ajv/dist/2020.js';
import parseVersion from 'semver/functions/parse.js';
import validRange from 'semver/ranges/valid.js';
import type { Advice } from './finding.ts';
import { exactPointer, pathOf } from './json-pointer.ts';
import { isJsonObject, ownValue } from './json-value.ts';
import { fixUnknownKey } from './known-keys.ts';
import { onlyNear } from './near-name.ts';
import type { Fix } from './problem-list.ts';
import type { JsonSchema } from './schema/json-schema.ts';
import { characters, describeExpectedType, isOperatorTag, namedChild } from './schema-faults.ts';

/** The rule, the expectation and the correction of a schema error. */
export function adviseFault(error: ErrorObject, definition: unknown): Advice {
  const { rule, expected } = ruleOf(error);
  return { rule, expected, fix: fixFault(error, definition) };
}

type Rule = { rule: string; expected: string };

function ruleOf(error: ErrorObject): Rule {
  const schema: JsonSchema = error.parentSchema ?? {};
  switch (error.keyword) {
    case 'type':
      return { rule: 'wrong-type', expected: describeExpectedType(schema) };
    case 'required':
      return { rule: 'missing-property', expected: `the property \`${namedChild(error)}\`` };
    case 'additionalProperties':
      return { rule: 'unknown-property', expected: 'a property of an app definition' };
    case 'enum':
      return ruleOfChoice(error, schema);
    case 'pattern':
      return ruleOfPattern(error);
    case 'minLength':
      return { rule: 'text-length', expected: `at least ${characters(schema.minLength)}` };
    case 'maxLength':
      return { rule: 'text-length', expected: `at most ${characters(schema.maxLength)}` };
    case 'minItems':
      return { rule: 'entry-count', expected: `at least ${schema.minItems} elements` };
    case 'maxItems':
      return { rule: 'entry-count', expected: `at most ${schema.maxItems} elements` };
    case 'maxProperties':
      return { rule: 'entry-count', expected: `at most ${schema.maxProperties} entries` };
    default:
      return { rule: 'invalid-definition', expected: `a value that fits \`${error.keyword}\`` };
  }
}

function ruleOfChoice(error: ErrorObject, schema: JsonSchema): Rule {
  const expected = `one of ${(schema.enum ?? []).join(', ')}`;
  if (isOperatorTag(error)) return { rule: 'operator-tag', expected };
  return { rule: 'allowed-value', expected };
}

/** By the property of the definition. */
const patternRules: Readonly<Record<string, Rule>> = {
  app: { rule: 'app-name', expected: 'letters A–Z and a–z, digits and underscores' },
  version: { rule: 'version', expected: 'a semantic version' },
  identifier: { rule: 'identifier', expected: 'letters A–Z and a–z and digits' },
  dependencies: { rule: 'dependency', expected: 'the name of an app, a hyphen and a range' },
  redirectUris: { rule: 'redirect-uri', expected: 'an absolute URI without fragment or wildcard' },
  changelog: { rule: 'changelog-version', expected: 'a semantic version' },
  klasses: { rule: 'attribute-name', expected: 'a camelCase name of letters and digits' },
};

function ruleOfPattern({ instancePath }: ErrorObject): Rule {
  const [property = ''] = pathOf(instancePath);
  return patternRules[property] ?? { rule: 'pattern', expected: 'the form of its description' };
}

function fixFault(error: ErrorObject, definition: unknown): Fix {
  const schema: JsonSchema = error.parentSchema ?? {};
  switch (error.keyword) {
    case 'additionalProperties':
      return isJsonObject(definition)
        ? fixUnknownKey(namedChild(error) ?? '', definition)
        : undefined;
    case 'enum':
      return fixChoice(error, schema);
    case 'type':
      return replaced(error, converted(error.data, schema));
    case 'pattern':
      return fixPattern(error, definition);
    default:
      return undefined;
  }
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
