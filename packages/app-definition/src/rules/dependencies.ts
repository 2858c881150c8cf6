import satisfies from 'semver/functions/satisfies.js';
import validVersion from 'semver/functions/valid.js';
import lowestVersion from 'semver/ranges/min-version.js';
import validRange from 'semver/ranges/valid.js';
import { exactPointer } from '../json/json-pointer.ts';
import { elementsOf, type JsonObject, ownValue, quote } from '../json/json-value.ts';
import { identityProperties } from '../schema/identity.ts';
import { dependencyPattern, versionMaxLength } from '../schema/patterns.ts';
import type { Report, Rule } from './rule.ts';

export const dependency: Rule = {
  name: 'dependency',
  severity: 'error',
  title: 'Dependency',
  summary: 'A dependency does not begin with the name of an app and a hyphen.',
  expected: 'the name of an app, a hyphen and a range',
  why: 'A dependency is the name of an app, a hyphen, and a semantic version range.',
  wrong: { dependencies: ['messaging_core@^1.4.0'] },
  right: { dependencies: ['messaging_core-^1.4.0'] },
};

export const dependencyRange: Rule = {
  name: 'dependency-range',
  severity: 'error',
  title: 'Range of a dependency',
  summary: 'A dependency names no semantic version range.',
  expected: 'a semantic version range',
  refuse: refuseDependencies,
  why: 'The registry installs a version of the dependency that the range holds. A caret range, such as `^1.4.0`, is recommended.',
  wrong: { dependencies: ['messaging_core-latest'] },
  right: { dependencies: ['messaging_core-^1.4.0'] },
};

export const selfDependency: Rule = {
  name: 'self-dependency',
  severity: 'warning',
  title: 'Dependency on itself',
  warning: 'The app depends on itself',
  summary: 'The app depends on itself.',
  expected: 'the name of another app',
  warn: warnAboutSelfDependency,
  why: 'The app would have to be installed before itself.',
  wrong: { app: 'order_tracker', dependencies: ['order_tracker-^1.0.0'] },
  right: { app: 'order_tracker', dependencies: ['messaging_core-^1.4.0'] },
};

export const unsatisfiableRange: Rule = {
  name: 'unsatisfiable-range',
  severity: 'warning',
  title: 'Range that no version satisfies',
  summary: 'No version satisfies the range of a dependency.',
  expected: 'a range that holds a version',
  why: 'The app can never be installed, because no version of the dependency fits.',
  wrong: { dependencies: ['messaging_core->2.0.0 <1.0.0'] },
  right: { dependencies: ['messaging_core->=1.0.0 <2.0.0'] },
};

export const exactDependency: Rule = {
  name: 'exact-dependency',
  severity: 'warning',
  title: 'Exact version of a dependency',
  summary: 'A dependency accepts a single version, which may prevent installation.',
  expected: 'a caret range',
  lint: reportDependencies,
  why: 'The app cannot be installed beside any other version of the dependency, not even one that corrects an error. A caret range is recommended.',
  wrong: { dependencies: ['messaging_core-1.4.0'] },
  right: { dependencies: ['messaging_core-^1.4.0'] },
};

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

function refuseDependencies(definition: JsonObject, report: Report): void {
  const { maxItems } = identityProperties.dependencies;
  const dependencies = elementsOf(ownValue(definition, 'dependencies')).slice(0, maxItems);
  for (const [index, text] of dependencies.entries()) {
    if (typeof text !== 'string' || !expression.test(text)) continue;
    const fault = rangeFault(parseDependency(text).range);
    if (fault !== undefined) {
      const detail = () => `\`dependencies[${index}]\` ${fault}`;
      report(dependencyRange, ['dependencies', index], detail);
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

/** Warns about an app that depends on itself. */
function warnAboutSelfDependency(definition: JsonObject, report: Report): void {
  const app = ownValue(definition, 'app');
  for (const [index, dependency] of elementsOf(ownValue(definition, 'dependencies')).entries()) {
    if (typeof dependency !== 'string' || !dependency.startsWith(`${app}-`)) continue;
    const detail = () =>
      `${quote(dependency)} names the app itself, which cannot be installed before itself. Remove it.`;
    const path = ['dependencies', index];
    const fix = () => [{ op: 'remove' as const, path: exactPointer(path) }];
    report(selfDependency, path, detail, { fix });
  }
}

/** Reports ranges that hold no version, and ranges that hold one version only. */
function reportDependencies(definition: JsonObject, report: Report): void {
  const { maxItems } = identityProperties.dependencies;
  const dependencies = elementsOf(ownValue(definition, 'dependencies')).slice(0, maxItems);
  for (const [index, text] of dependencies.entries()) {
    if (typeof text !== 'string' || !text.includes('-')) continue;
    const { name, range } = parseDependency(text);
    // Registration refuses others.
    if (range.length > versionMaxLength || range === '' || validRange(range) === null) continue;
    const exact = validVersion(range.replace(/^=\s*/, ''));
    if (exact !== null) reportExact({ text, name, exact, index }, report);
    else if (lowestVersion(range) === null) reportUnsatisfiable(range, index, report);
  }
}

type ExactDependency = { text: string; name: string; exact: string; index: number };

function reportExact({ text, name, exact, index }: ExactDependency, report: Report): void {
  const path = ['dependencies', index];
  const value = `${name}-^${exact}`;
  const detail = () =>
    `${quote(text)} accepts ${quote(exact)} only, so that the app cannot be installed beside any other version. Write ${quote(value)}.`;
  const fix = () => [{ op: 'replace' as const, path: exactPointer(path), value }];
  report(exactDependency, path, detail, { fix });
}

function reportUnsatisfiable(range: string, index: number, report: Report): void {
  const detail = () =>
    `No version satisfies the range ${quote(range)}, so that the app can never be installed. Correct its limits.`;
  report(unsatisfiableRange, ['dependencies', index], detail);
}
