import { type ProblemList, parseDependency } from '@app-platform/app-definition';
import { maxSatisfying, satisfies } from 'semver';
import type { DependencyCandidate } from '../apps/app-name-store.ts';
import type { Principal } from '../authentication/principal.ts';
import type { AppStores } from '../stores.ts';
import {
  cyclicDependency,
  type Dependent,
  missingDependency,
  wrongVersion,
} from './dependency-problems.ts';

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

/** No sensible app reaches this far; a hostile chain of apps must not make a request endless. */
const MOST_APPS_VISITED = 200;

/**
 * Adds why a version cannot be installed beside what is installed, a problem for each rule that
 * fails. Rules are followed through apps that are not installed yet too, so that a cycle is found
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
  readonly #found = new Map<string, DependencyCandidate | undefined>();
  /** Of apps that are not installed: the highest version that the first rule allows. */
  readonly #versions = new Map<string, string>();
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
      await this.#lookUp(dependent);
      for (const rule of dependent.dependencies) this.#follow(dependent, path, rule);
      if (this.#problems.isCut) return;
    }
  }

  /** Reads the rules of an app in its turn: those of all apps at once may not fit in memory. */
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
