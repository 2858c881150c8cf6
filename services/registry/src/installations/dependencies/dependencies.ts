import { type ProblemList, parseDependency } from '@app-platform/app-definition';
import { type Problem, problem } from '@app-platform/contracts';
import { maxSatisfying, satisfies } from 'semver';
import type { AppStores, DependencyCandidate } from '../../apps/app-name-store.ts';
import type { Principal } from '../../authentication/principal.ts';
import type { Installation } from '../installation-store.ts';

/** The apps that the organization can see, installed or not. */
export type Candidates = {
  /** By name. */
  find(names: string[]): Promise<ReadonlyMap<string, DependencyCandidate>>;
  /** The rules of a version of one. */
  dependencies(name: string, version: string): Promise<string[]>;
};

export function candidatesOf(
  { appNames }: Pick<AppStores, 'appNames'>,
  { organizationId }: Principal,
): Candidates {
  return {
    find: (names) => appNames.candidates(organizationId, names),
    dependencies: (name, version) => appNames.dependencies(organizationId, name, version),
  };
}

/** Bounds the work of a request. No sensible app has as many direct and indirect dependencies. */
const MOST_APPS_VISITED = 200;

/**
 * Adds a problem for each rule that prevents a version from being installed beside the installed apps.
 * Follows the rules of apps that are not installed too: it finds cycles, and reports a whole chain of
 * missing apps at once, the nearest first.
 */
export async function addDependencyProblems(
  problems: ProblemList,
  target: Dependent,
  installed: readonly Dependent[],
  candidates: Candidates,
): Promise<void> {
  await new DependencyWalk(problems, target, installed, candidates).run();
  addBrokenDependents(problems, target, installed);
}

/**
 * Looks up no more than it reports. The limit of the problem list thus bounds the statements and their
 * rows, while the transaction holds the organization's lock.
 */
class DependencyWalk {
  readonly #problems: ProblemList;
  readonly #target: Dependent;
  readonly #installed: ReadonlyMap<string, Dependent>;
  readonly #candidates: Candidates;
  readonly #found = new Map<string, DependencyCandidate | undefined>();
  /** For apps that are not installed: the highest version that the first rule allows. */
  readonly #versions = new Map<string, string>();
  /** The apps to visit, each with its path from the target. Grows during the walk. */
  readonly #paths: Map<string, readonly string[]>;

  constructor(
    problems: ProblemList,
    target: Dependent,
    installed: readonly Dependent[],
    candidates: Candidates,
  ) {
    this.#problems = problems;
    this.#target = target;
    this.#installed = new Map(installed.map((one) => [one.name, one]));
    this.#candidates = candidates;
    this.#paths = new Map([[target.name, [target.name]]]);
  }

  async run(): Promise<void> {
    for (const [name, path] of this.#paths) {
      const dependent = await this.#dependent(name);
      await this.#lookUp(dependent);
      for (const rule of dependent.dependencies) this.#follow(dependent, path, rule);
      if (this.#problems.isCut) return;
    }
  }

  /** Reads the rules of one app at a time: those of all apps may not fit in memory. */
  async #dependent(name: string): Promise<Dependent> {
    const known = name === this.#target.name ? this.#target : this.#installed.get(name);
    if (known) return known;
    const version = this.#versions.get(name) ?? '';
    return { name, version, dependencies: await this.#candidates.dependencies(name, version) };
  }

  /** In one statement, for as many rules as will be reported. */
  async #lookUp({ dependencies }: Dependent): Promise<void> {
    const unmet = dependencies
      .map(parseDependency)
      .filter(({ name, range }) => name !== this.#target.name && !this.#isMet(name, range))
      .slice(0, this.#problems.room);
    const names = [...new Set(unmet.map(({ name }) => name))].filter(
      (name) => !this.#found.has(name),
    );
    if (names.length === 0) return;
    const found = await this.#candidates.find(names);
    for (const name of names) this.#found.set(name, found.get(name));
  }

  #isMet(name: string, range: string): boolean {
    const present = this.#installed.get(name);
    return present !== undefined && satisfies(present.version, range);
  }

  #follow(dependent: Dependent, path: readonly string[], rule: string): void {
    const { name, range } = parseDependency(rule);
    if (name === this.#target.name) {
      this.#problems.add(() => cyclicDependency({ dependent, rule }, [...path, name]));
      return;
    }
    const present = this.#installed.get(name);
    const candidate = this.#found.get(name);
    if (!present) {
      this.#problems.add(() => missingDependency({ dependent, rule }, candidate));
      if (!this.#versions.has(name) && !this.#problems.isCut) this.#choose(name, range, candidate);
      if (!this.#versions.has(name)) return;
    } else if (!satisfies(present.version, range)) {
      this.#problems.add(() => wrongVersion({ dependent, rule }, present, candidate));
    }
    if (this.#paths.has(name) || this.#paths.size >= MOST_APPS_VISITED) return;
    this.#paths.set(name, [...path, name]);
  }

  #choose(name: string, range: string, candidate: DependencyCandidate | undefined): void {
    const version = maxSatisfying(candidate?.versions ?? [], range);
    if (version !== null) this.#versions.set(name, version);
  }
}

/** The installed apps that a rule of theirs ties to an app, with that rule. */
export function dependentsOn(
  name: string,
  installed: readonly Dependent[],
): { dependent: Dependent; rule: string; range: string }[] {
  return installed
    .filter((one) => one.name !== name)
    .flatMap((dependent) =>
      dependent.dependencies.flatMap((rule) => {
        const parsed = parseDependency(rule);
        return parsed.name === name ? [{ dependent, rule, range: parsed.range }] : [];
      }),
    );
}

/** Adds the installed apps whose rules a version would break. */
export function addBrokenDependents(
  problems: ProblemList,
  target: Dependent,
  installed: readonly Dependent[],
): void {
  for (const { dependent, rule, range } of dependentsOn(target.name, installed)) {
    if (satisfies(target.version, range)) continue;
    problems.add(() => wrongVersion({ dependent, rule }, target));
  }
}

/** Adds a problem for each rule of an installed app that names an app which is to go. */
export function addRequiredProblems(
  problems: ProblemList,
  name: string,
  installed: readonly Installation[],
): void {
  for (const dependency of dependentsOn(name, installed)) {
    problems.add(() => required(name, dependency));
  }
}

function required(
  name: string,
  { dependent, rule }: ReturnType<typeof dependentsOn>[number],
): Problem {
  const { name: app, version } = dependent;
  const detail = `${app} ${version} requires ${rule}. Uninstall ${app} before ${name}.`;
  return problem('dependency_required', detail, { parameter: 'name' }, { app, version, rule });
}

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
