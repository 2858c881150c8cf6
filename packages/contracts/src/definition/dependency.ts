import { validRange } from 'semver';

export type DependencyRule = { name: string; range: string };

/** A private name is an app id with `_` and 24 characters behind it. */
const NAME = /^[A-Za-z0-9_]{1,153}$/;
const MOST_RANGE_CHARACTERS = 256;

/** Splits `<app_name>-<range>` at its first `-`; nothing where it is of another form. */
export function readDependency(rule: string): DependencyRule | undefined {
  const dash = rule.indexOf('-');
  const name = rule.slice(0, Math.max(dash, 0));
  const range = rule.slice(dash + 1);
  if (!NAME.test(name) || range.trim() === '' || range.length > MOST_RANGE_CHARACTERS) {
    return undefined;
  }
  return validRange(range) === null ? undefined : { name, range };
}

/** The same for a rule of a registered definition, which was checked. */
export function parseDependency(rule: string): DependencyRule {
  const parsed = readDependency(rule);
  if (!parsed) throw new Error('the dependency was not validated');
  return parsed;
}
