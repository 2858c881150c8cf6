import { type ProblemList, parseDependency } from '@app-platform/app-definition';
import { type Problem, problem } from '@app-platform/contracts';
import { satisfies } from 'semver';

/** A version as far as dependencies go. */
export type Dependent = { name: string; version: string; dependencies: readonly string[] };

/** The highest version of each app that the organization can see, installed or not. */
export type Candidates = {
  /** By name, those of the apps that there are. */
  versions(names: string[]): Promise<ReadonlyMap<string, string>>;
  /** The rules of one. */
  dependencies(name: string): Promise<string[]>;
};

/** No sensible app reaches this far; a hostile chain of apps must not make a request endless. */
const MOST_APPS_VISITED = 200;

/**
 * Adds why a version cannot be installed beside what is installed, a problem for each rule that
 * fails. Rules are followed through apps that are not installed yet too, so that a circle is found
 * and a whole chain of missing apps is reported at once; the nearest come first.
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
 * Looks up only as much as will be reported, so the limit of the list bounds the statements, the
 * names in them and the rows: other changes wait for the organization's lock meanwhile.
 */
class DependencyWalk {
  readonly #problems: ProblemList;
  readonly #target: Dependent;
  readonly #installed: ReadonlyMap<string, Dependent>;
  readonly #candidates: Candidates;
  /** Highest versions of apps that are not installed; nothing for an app that there is not. */
  readonly #versions = new Map<string, string | undefined>();
  /** The apps to follow, each with those that led there, itself last. It grows on the way. */
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
      await this.#lookUpMissing(dependent);
      for (const rule of dependent.dependencies) this.#follow(dependent, path, rule);
      if (this.#problems.isCut) return;
    }
  }

  /** Reads the rules of an app in its turn: those of all apps at once may not fit in memory. */
  async #dependent(name: string): Promise<Dependent> {
    const known = name === this.#target.name ? this.#target : this.#installed.get(name);
    if (known) return known;
    const dependencies = await this.#candidates.dependencies(name);
    return { name, version: this.#versions.get(name) ?? '', dependencies };
  }

  /** In one statement, for as many rules as will be reported. */
  async #lookUpMissing({ dependencies }: Dependent): Promise<void> {
    const missing = dependencies
      .map((rule) => parseDependency(rule).name)
      .filter((name) => name !== this.#target.name && !this.#installed.has(name))
      .slice(0, this.#problems.room);
    const names = [...new Set(missing)].filter((name) => !this.#versions.has(name));
    if (names.length === 0) return;
    const found = await this.#candidates.versions(names);
    for (const name of names) this.#versions.set(name, found.get(name));
  }

  #follow(dependent: Dependent, path: readonly string[], rule: string): void {
    const { name, range } = parseDependency(rule);
    if (name === this.#target.name) {
      this.#problems.add(() => cyclic(dependent, rule, [...path, name]));
      return;
    }
    const present = this.#installed.get(name);
    const candidate = this.#versions.get(name);
    if (!present) {
      this.#problems.add(() => missing(dependent, rule, candidate));
      if (candidate === undefined) return;
    } else if (!satisfies(present.version, range)) {
      this.#problems.add(() => wrongVersion(dependent, rule, present));
    }
    if (this.#paths.has(name) || this.#paths.size >= MOST_APPS_VISITED) return;
    this.#paths.set(name, [...path, name]);
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

/** Installed apps whose rules a version would break. */
function addBrokenDependents(
  problems: ProblemList,
  target: Dependent,
  installed: readonly Dependent[],
): void {
  for (const { dependent, rule, range } of dependentsOn(target.name, installed)) {
    if (satisfies(target.version, range)) continue;
    problems.add(() => wrongVersion(dependent, rule, target));
  }
}

function wrongVersion(dependent: Dependent, rule: string, present: Dependent): Problem {
  const detail = `${nameOf(dependent)} requires ${rule}, and ${nameOf(present)} does not satisfy it.`;
  return failedRule('dependency_version', detail, dependent, rule, { found: present.version });
}

function missing(dependent: Dependent, rule: string, candidate: string | undefined): Problem {
  const { name } = parseDependency(rule);
  const advice = candidate
    ? `Install ${name} first; its highest version is ${candidate}.`
    : `There is no app '${name}' that your organization can see.`;
  const detail = `${nameOf(dependent)} requires ${rule}, which is not installed. ${advice}`;
  return failedRule('dependency_missing', detail, dependent, rule);
}

function cyclic(dependent: Dependent, rule: string, path: readonly string[]): Problem {
  const detail = `${nameOf(dependent)} requires ${rule}, which leads back to the app itself: ${path.join(' → ')}.`;
  return failedRule('dependency_cyclic', detail, dependent, rule, { path });
}

function failedRule(
  code: 'dependency_version' | 'dependency_missing' | 'dependency_cyclic',
  detail: string,
  { name: app, version }: Dependent,
  rule: string,
  more: Record<string, unknown> = {},
): Problem {
  return problem(code, detail, { pointer: '/app' }, { app, version, rule, ...more });
}

function nameOf({ name, version }: Dependent): string {
  return `${name} ${version}`;
}
