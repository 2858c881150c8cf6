import { type Dependency, type ProblemList, parseDependency } from '@app-platform/app-definition';
import type { Problem } from '@app-platform/contracts';
import { Range, SemVer } from 'semver';
import type { AppStores, DependencyCandidate } from '../../apps/app-name-store.ts';
import type { AppVersion } from '../../apps/app-store.ts';
import type { Principal } from '../../authentication/principal.ts';
import {
  addBrokenDependents,
  addDependencyProblems,
  type Candidates,
  candidatesOf,
  conflictingRules,
  cyclicDependency,
  type Dependent,
  endlessDependencies,
  missingDependency,
  type Rule,
  wrongVersion,
} from './dependencies.ts';

/** An organization, as far as the rules of a version go. */
export type Surrounding = {
  stores: AppStores;
  principal: Principal;
  installed: readonly Dependent[];
  problems: ProblemList;
};

/**
 * Checks the rules of a version, and finds the versions to install before it.
 * @param isWanted whether missing apps are to be installed; otherwise each is a problem
 * @returns in the order of their installation; none where there are problems
 */
export async function missingDependencies(
  { stores, principal, installed, problems }: Surrounding,
  version: AppVersion,
  isWanted: boolean,
): Promise<AppVersion[]> {
  const candidates = candidatesOf(stores, principal);
  if (!isWanted) {
    await addDependencyProblems(problems, version, installed, candidates);
    return [];
  }
  addBrokenDependents(problems, version, installed);
  const search = await findDependencies(version, installed, candidates);
  if (!search.ok) {
    for (const one of search.problems) problems.add(() => one);
    return [];
  }
  const versions: AppVersion[] = [];
  for (const { name, version: precedence } of search.versions) {
    const found = await stores.apps.findVersion(principal.organizationId, name, precedence);
    if (!found) throw new Error('a version vanished that was found before');
    versions.push(found);
  }
  return versions;
}

/** Bounds the transaction, and the time in which other changes wait for the organization's lock. */
const MOST_APPS = 100;
const MOST_VERSIONS_TRIED = 200;
/** Comparisons of rules with versions or names: half a second of CPU time. */
const MOST_COMPARISONS = 1_000_000;

/** An app that is installed, or would be, with its rules split. */
type Node = Dependent & { rules: readonly (Dependency & { rule: string })[] };

type FoundDependencies =
  | { ok: true; versions: { name: string; version: string }[] }
  | { ok: false; problems: Problem[] };

/**
 * Chooses the versions to install with an app: of each missing dependency the highest that satisfies
 * the rules of the app, of the other dependencies and of the installed apps. Backtracks where a choice leads
 * to no solution. Installed apps keep their versions.
 * @returns the dependencies in an order in which each comes after its own; or why there are none,
 *   for the highest versions
 */
async function findDependencies(
  target: Dependent,
  installed: readonly Dependent[],
  candidates: Candidates,
): Promise<FoundDependencies> {
  return new DependencySearch(target, installed, candidates).run();
}

class DependencySearch {
  readonly #target: Node;
  readonly #candidates: Candidates;
  /** Everything that would be installed afterwards, by name. */
  readonly #present: Map<string, Node>;
  /** The dependencies that are chosen so far. */
  readonly #chosen = new Map<string, Node>();
  readonly #found = new Map<string, DependencyCandidate | undefined>();
  /** The number of rules of all present apps. */
  #ruleCount = 0;
  #tried = 0;
  #compared = 0;
  /** Why the search ended before it was complete. */
  #limit: string | undefined;
  #problems: Problem[] = [];

  constructor(target: Dependent, installed: readonly Dependent[], candidates: Candidates) {
    this.#target = nodeOf(target);
    this.#candidates = candidates;
    const nodes = installed.filter(({ name }) => name !== target.name).map(nodeOf);
    this.#present = new Map(nodes.map((one) => [one.name, one]));
    this.#ruleCount = nodes.reduce((count, { rules }) => count + rules.length, 0);
  }

  async run(): Promise<FoundDependencies> {
    const isSolved = (await this.#mayPlace(this.#target)) && (await this.#solveWith(this.#target));
    if (isSolved) return { ok: true, versions: this.#inOrder() };
    const problems = this.#limit ? [endlessDependencies(this.#limit)] : this.#problems;
    return { ok: false, problems };
  }

  async #solveWith(node: Node): Promise<boolean> {
    this.#present.set(node.name, node);
    this.#ruleCount += node.rules.length;
    if (await this.#solve()) return true;
    this.#ruleCount -= node.rules.length;
    this.#present.delete(node.name);
    return false;
  }

  async #solve(): Promise<boolean> {
    const name = this.#nextMissing();
    if (name === undefined) return true;
    if (this.#chosen.size >= MOST_APPS) this.#limit = `${MOST_APPS} apps`;
    for (const version of await this.#versionsOf(name)) {
      if (this.#tried >= MOST_VERSIONS_TRIED) this.#limit ??= `${MOST_VERSIONS_TRIED} attempts`;
      if (this.#limit) return false;
      this.#tried += 1;
      this.#compare(this.#ruleCount);
      const dependencies = await this.#candidates.dependencies(name, version);
      const node = nodeOf({ name, version, dependencies });
      if (!(await this.#mayPlace(node))) continue;
      this.#chosen.set(name, node);
      if (await this.#solveWith(node)) return true;
      this.#chosen.delete(name);
    }
    return false;
  }

  /** The first app in the order of rules that is not there yet. */
  #nextMissing(): string | undefined {
    for (const { rules } of [this.#target, ...this.#chosen.values()]) {
      const missing = rules.find(({ name }) => !this.#present.has(name));
      if (missing) return missing.name;
    }
    return undefined;
  }

  /** The versions of an app that satisfy every rule on it so far, the highest first. */
  async #versionsOf(name: string): Promise<string[]> {
    const candidate = await this.#candidate(name);
    const rules = this.#rulesOn(name);
    const ranges = [...new Set(rules.map(({ range }) => range))].map((range) => new Range(range));
    const all = candidate?.versions ?? [];
    this.#compare(all.length * ranges.length);
    if (this.#limit) return [];
    const versions = all.filter((version) => {
      const parsed = new SemVer(version);
      return ranges.every((range) => range.test(parsed));
    });
    const [first] = rules;
    if (versions.length === 0 && first) {
      const isConflict = rules.length > 1 && candidate && candidate.versions.length > 0;
      this.#refuse(
        isConflict ? conflictingRules(name, rules) : missingDependency(first, candidate),
      );
    }
    return versions;
  }

  async #candidate(name: string): Promise<DependencyCandidate | undefined> {
    if (!this.#found.has(name)) {
      this.#found.set(name, (await this.#candidates.find([name])).get(name));
    }
    return this.#found.get(name);
  }

  #rulesOn(name: string): (Rule & { range: string })[] {
    return [...this.#present.values()].flatMap((dependent) =>
      dependent.rules
        .filter((one) => one.name === name)
        .map(({ rule, range }) => ({ dependent, rule, range })),
    );
  }

  /** Whether the rules of an app fit the present apps, without a cycle. */
  async #mayPlace(node: Node): Promise<boolean> {
    const problems: Problem[] = [];
    const visited = new Set<string>();
    for (const { name, range, rule } of node.rules) {
      const stated = { dependent: node, rule };
      const path = name === node.name ? [name] : this.#pathBetween(name, node.name, visited);
      const present = this.#present.get(name);
      if (path) problems.push(cyclicDependency(stated, [node.name, ...path]));
      else if (present && !new Range(range).test(present.version)) {
        problems.push(await this.#unsatisfied(stated, present));
      }
    }
    this.#refuse(...problems);
    return problems.length === 0;
  }

  async #unsatisfied(stated: Rule, present: Node): Promise<Problem> {
    const { name } = present;
    if (this.#chosen.has(name)) return conflictingRules(name, [...this.#rulesOn(name), stated]);
    return wrongVersion(stated, present, await this.#candidate(name));
  }

  /** The names from one app to another along rules. @param visited from where there is none */
  #pathBetween(from: string, to: string, visited: Set<string>): string[] | undefined {
    const paths = new Map([[from, [from]]]);
    for (const [name, path] of paths) {
      if (name === to) return path;
      if (visited.has(name)) continue;
      visited.add(name);
      const node = name === this.#target.name ? this.#target : this.#present.get(name);
      for (const rule of node?.rules ?? []) {
        if (!paths.has(rule.name)) paths.set(rule.name, [...path, rule.name]);
      }
    }
    return undefined;
  }

  #compare(count: number): void {
    this.#compared += count;
    if (this.#compared > MOST_COMPARISONS) this.#limit ??= `${MOST_COMPARISONS} comparisons`;
  }

  /** Keeps the problems of the highest versions, which were tried first. */
  #refuse(...problems: Problem[]): void {
    if (this.#problems.length === 0) this.#problems = problems;
  }

  #inOrder(): { name: string; version: string }[] {
    const ordered = new Map<string, { name: string; version: string }>();
    const visited = new Set<string>();
    const add = ({ name, version, rules }: Node): void => {
      if (visited.has(name)) return;
      visited.add(name);
      for (const rule of rules) {
        const dependency = this.#chosen.get(rule.name);
        if (dependency) add(dependency);
      }
      ordered.set(name, { name, version });
    };
    for (const node of this.#chosen.values()) add(node);
    return [...ordered.values()];
  }
}

function nodeOf(dependent: Dependent): Node {
  const rules = dependent.dependencies.map((rule) => ({ ...parseDependency(rule), rule }));
  return { ...dependent, rules };
}
