import { parseDependency } from '@app-platform/app-definition';
import { type Problem, problem } from '@app-platform/contracts';
import { maxSatisfying } from 'semver';
import type { DependencyCandidate } from '../apps/app-name-store.ts';

/** A version as far as dependencies go. */
export type Dependent = { name: string; version: string; dependencies: readonly string[] };

/** An app that states a rule, and the rule: `<app_name>-<range>`. */
export type Rule = { dependent: Dependent; rule: string };

/** A rule that the installed version of an app does not satisfy. */
export function wrongVersion(
  { dependent, rule }: Rule,
  present: { name: string; version: string },
  candidate?: DependencyCandidate,
): Problem {
  const advice = candidate ? ` ${satisfyingVersion(rule, candidate)}` : '';
  const detail = `${nameOf(dependent)} requires ${rule}, and ${nameOf(present)} does not satisfy it.${advice}`;
  return failedRule('dependency_version', detail, { dependent, rule }, { found: present.version });
}

/** A rule on an app that is not installed. */
export function missingDependency(
  { dependent, rule }: Rule,
  candidate: DependencyCandidate | undefined,
): Problem {
  const advice = candidate ? satisfyingVersion(rule, candidate, true) : '';
  const detail = `${nameOf(dependent)} requires ${rule}, which is not installed. ${advice}`;
  return failedRule('dependency_missing', detail, { dependent, rule });
}

/** @param path from the app to itself */
export function cyclicDependency({ dependent, rule }: Rule, path: readonly string[]): Problem {
  const detail = `${nameOf(dependent)} requires ${rule}, which leads back to the app itself: ${path.join(' → ')}.`;
  return failedRule('dependency_cyclic', detail, { dependent, rule }, { path });
}

/** Rules on one app that no version of it satisfies together. */
export function conflictingRules(name: string, rules: readonly Rule[]): Problem {
  const stated = rules.map(({ dependent, rule }) => `${nameOf(dependent)} requires ${rule}`);
  const detail = `No version of ${name} satisfies every rule: ${stated.slice(0, 10).join('; ')}.`;
  return problem('dependency_unresolved', detail, { pointer: '/app' }, { name });
}

/** The search for versions ended before it was complete. */
export function endlessDependencies(limit: string): Problem {
  const detail = `The dependencies need more than ${limit}. Install some of them first.`;
  return problem('dependency_unresolved', detail, { pointer: '/app' });
}

/** The call that makes a rule true, or why there is none. */
function satisfyingVersion(
  rule: string,
  { versions, privateName }: DependencyCandidate,
  isMissing = false,
): string {
  const { name, range } = parseDependency(rule);
  const hint = privateName ? ` Did you mean \`${privateName}\`? The names of rules are exact.` : '';
  const [highest] = versions;
  if (highest === undefined) {
    return `There is no app '${name}' that your organization can see.${hint}`;
  }
  const version = maxSatisfying([...versions], range);
  if (version === null) {
    return `No version of ${name} satisfies it; its highest version is ${highest}.${hint}`;
  }
  const app = `${name}-${version}`;
  const body = JSON.stringify(privateName ? { app, visibility: 'public' } : { app });
  const call = `${version} is the highest version that satisfies it: POST /v1/apps/installed ${body}.`;
  if (!isMissing) return call + hint;
  return `Install ${name} first, or add "withDependencies": true. ${call}${hint}`;
}

function failedRule(
  code: 'dependency_version' | 'dependency_missing' | 'dependency_cyclic',
  detail: string,
  { dependent: { name: app, version }, rule }: Rule,
  more: Record<string, unknown> = {},
): Problem {
  return problem(code, detail, { pointer: '/app' }, { app, version, rule, ...more });
}

function nameOf({ name, version }: { name: string; version: string }): string {
  return `${name} ${version}`;
}
