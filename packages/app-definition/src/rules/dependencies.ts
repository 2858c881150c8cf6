import satisfies from 'semver/functions/satisfies.js';
import validRange from 'semver/ranges/valid.js';
import { elementsOf, type JsonObject, ownValue, quote } from '../json-value.ts';
import type { Refuse } from '../problem-list.ts';
import { identityProperties } from '../schema/identity.ts';
import { dependencyPattern, versionMaxLength } from '../schema/patterns.ts';

/** A required app and the accepted range of its versions. */
export type Dependency = { name: string; range: string };

const expression = new RegExp(dependencyPattern, 'u');

/** Splits `<app_name>-<range>` at its first `-`: a range may hold one, a name never does. */
export function parseDependency(text: string): Dependency {
  const dash = text.indexOf('-');
  return { name: text.slice(0, dash), range: text.slice(dash + 1).trim() };
}

/** Whether a dependency accepts a version of the required app. */
export function acceptsVersion({ range }: Dependency, version: string): boolean {
  return satisfies(version, range);
}

export function refuseDependencies(definition: JsonObject, refuse: Refuse): void {
  const { maxItems } = identityProperties.dependencies;
  const dependencies = elementsOf(ownValue(definition, 'dependencies')).slice(0, maxItems);
  for (const [index, text] of dependencies.entries()) {
    if (typeof text !== 'string' || !expression.test(text)) continue;
    const fault = rangeFault(parseDependency(text).range);
    if (fault !== undefined) {
      const detail = () => `\`dependencies[${index}]\` ${fault}`;
      const expected = 'a semantic version range';
      refuse(['dependencies', index], detail, () => ({ rule: 'dependency-range', expected }));
    }
  }
}

function rangeFault(range: string): string | undefined {
  const instead = 'Write a semantic version range after the first hyphen, such as ^1.4.0.';
  if (range === '') return `names no range. ${instead}`;
  if (range.length > versionMaxLength) {
    return `has a range of more than ${versionMaxLength} characters. Write a shorter one.`;
  }
  return validRange(range) === null ? `asks for the range ${quote(range)}. ${instead}` : undefined;
}
