import type { ErrorObject } from 'ajv';
import { distance } from 'fastest-levenshtein';
import type { Problem } from '../problem.ts';
import { problem } from '../problem-kinds.ts';
import { escapePointer, quote } from './pointer.ts';

/** What a pattern of the schema asks for, in words. */
const patternsInWords: [place: RegExp, words: string][] = [
  [/^\/app$/, 'must consist of letters, digits and underscores (A-Z, a-z, 0-9, _)'],
  [/^\/version$/, 'must be a semantic version such as 0.0.1'],
  [/^\/identifier$/, 'must consist of letters and digits, and begin with a letter'],
  [
    /^\/klasses\//,
    'must be camelCase and end in Num, Str, At, Txt, Bool or Url, which tells its data type',
  ],
];

/** How an app definition or a part of it fails its schema, for the developer who wrote it. */
export function schemaProblem(error: ErrorObject, knownKeys: readonly string[]): Problem {
  const pointer = pointerOf(error);
  return problem('invalid_definition', describe(error, pointer, knownKeys), { pointer });
}

/** A missing or unknown property is pointed at itself, not at what surrounds it. */
export function pointerOf({ instancePath, params, propertyName }: ErrorObject): string {
  const key = params.additionalProperty ?? params.missingProperty ?? propertyName;
  return key === undefined ? instancePath : `${instancePath}/${escapePointer(String(key))}`;
}

/** @returns whether an error only repeats what another one says better */
export function isEcho({ keyword }: ErrorObject): boolean {
  return keyword === 'if' || keyword === 'propertyNames';
}

function describe(error: ErrorObject, pointer: string, knownKeys: readonly string[]): string {
  const { keyword, params, message } = error;
  const subject = pointer === '' ? 'The definition' : quote(pointer.slice(1));
  switch (keyword) {
    case 'additionalProperties':
      return unknownKey(String(params.additionalProperty), knownKeys);
    case 'required':
      return `${subject} is required.`;
    case 'type':
      return `${subject} must be ${article([params.type].flat().join(' or '))}.`;
    case 'enum':
      return describeEnum(subject, pointer, params.allowedValues);
    case 'pattern': {
      const words = patternsInWords.find(([place]) => place.test(pointer))?.[1];
      return `${subject} ${words ?? message}.`;
    }
    case 'minLength':
    case 'maxLength':
      return `${subject} must have ${keyword === 'minLength' ? 'at least' : 'at most'} ${params.limit} characters.`;
    case 'uniqueItems':
      return `${subject} holds the same element twice, at ${params.j} and ${params.i}.`;
    default:
      return `${subject} ${message ?? 'is not valid'}.`;
  }
}

function describeEnum(subject: string, pointer: string, allowed: readonly string[]): string {
  const sentence = `${subject} must be one of ${allowed.join(', ')}.`;
  return pointer.startsWith('/tags/')
    ? `${sentence} Only the operator of the service sets built-by-service and featured.`
    : sentence;
}

function article(type: string): string {
  return /^[aeiou]/.test(type) ? `an ${type}` : `a ${type}`;
}

function unknownKey(key: string, knownKeys: readonly string[]): string {
  const near = nearest(key, knownKeys);
  const hint = near ? ` Did you mean '${near}'?` : '';
  return `The property ${quote(key)} is not known.${hint}`;
}

/** The known key that differs in case or a few letters, such as `iconUrl` for `iconURL`. */
function nearest(key: string, knownKeys: readonly string[]): string | undefined {
  if (key.length > 64) return undefined;
  const lower = key.toLowerCase();
  const ranked = knownKeys
    .map((known) => ({ known, far: distance(lower, known.toLowerCase()) }))
    .sort((one, other) => one.far - other.far)[0];
  return ranked && ranked.far <= Math.max(1, Math.floor(key.length / 3)) ? ranked.known : undefined;
}
