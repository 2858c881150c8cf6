import validVersion from 'semver/functions/valid.js';
import lowestVersion from 'semver/ranges/min-version.js';
import validRange from 'semver/ranges/valid.js';
import { exactPointer } from '../json-pointer.ts';
import { elementsOf, type JsonObject, ownValue, quote } from '../json-value.ts';
import { parseDependency } from '../rules/dependencies.ts';
import { identityProperties } from '../schema/identity.ts';
import { versionMaxLength } from '../schema/patterns.ts';
import type { Report } from './report.ts';

/** Reports ranges that hold no version, and ranges that hold one version only. */
export function reportDependencies(definition: JsonObject, report: Report): void {
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
  report('exact-dependency', path, detail, { fix });
}

function reportUnsatisfiable(range: string, index: number, report: Report): void {
  const detail = () =>
    `No version satisfies the range ${quote(range)}, so that the app can never be installed. Correct its limits.`;
  report('unsatisfiable-range', ['dependencies', index], detail);
}
