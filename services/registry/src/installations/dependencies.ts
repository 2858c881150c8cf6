import { type Problem, parseDependency, problem } from '@app-platform/contracts';
import { satisfies } from 'semver';

/** A version as far as dependencies go. */
export type Dependent = { name: string; version: string; dependencies: readonly string[] };

/** The highest version of an app that the organization can see. */
export type FindCandidate = (name: string) => Promise<Dependent | undefined>;

/** No sensible app reaches this far; a hostile chain of apps must not make a request endless. */
const MOST_APPS_VISITED = 200;

/**
 * Why a version cannot be installed beside what is installed, a problem for each rule that fails.
 * Rules are followed through apps that are not installed yet too, so that a circle shows as one
 * and a whole chain of missing apps is told at once.
 */
export async function dependencyProblems(
  target: Dependent,
  installed: readonly Dependent[],
  findCandidate: FindCandidate,
): Promise<Problem[]> {
  const walk = new DependencyWalk(target, installed, findCandidate);
  await walk.follow(target, [target.name]);
  return [...walk.problems, ...brokenDependents(target, installed)];
}

class DependencyWalk {
  readonly problems: Problem[] = [];
  readonly #target: Dependent;
  readonly #installed: ReadonlyMap<string, Dependent>;
  readonly #findCandidate: FindCandidate;
  readonly #visited: Set<string>;

  constructor(target: Dependent, installed: readonly Dependent[], findCandidate: FindCandidate) {
    this.#target = target;
    this.#installed = new Map(installed.map((one) => [one.name, one]));
    this.#findCandidate = findCandidate;
    this.#visited = new Set([target.name]);
  }

  /** @param path the apps that led here, this one last */
  async follow(dependent: Dependent, path: readonly string[]): Promise<void> {
    for (const rule of dependent.dependencies) {
      const { name, range } = parseDependency(rule);
      if (name === this.#target.name) {
        this.problems.push(cyclic(dependent, rule, [...path, name]));
        continue;
      }
      const next = await this.#resolve(dependent, rule, name, range);
      if (next && !this.#visited.has(name) && this.#visited.size < MOST_APPS_VISITED) {
        this.#visited.add(name);
        await this.follow(next, [...path, name]);
      }
    }
  }

  /** The app that a rule names, as installed or else as it could be. */
  async #resolve(
    dependent: Dependent,
    rule: string,
    name: string,
    range: string,
  ): Promise<Dependent | undefined> {
    const present = this.#installed.get(name);
    if (!present) {
      const candidate = await this.#findCandidate(name);
      this.problems.push(missing(dependent, rule, candidate));
      return candidate;
    }
    if (!satisfies(present.version, range)) {
      this.problems.push(wrongVersion(dependent, rule, present));
    }
    return present;
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
function brokenDependents(target: Dependent, installed: readonly Dependent[]): Problem[] {
  return dependentsOn(target.name, installed)
    .filter(({ range }) => !satisfies(target.version, range))
    .map(({ dependent, rule }) => wrongVersion(dependent, rule, target));
}

function wrongVersion(dependent: Dependent, rule: string, present: Dependent): Problem {
  const detail = `${nameOf(dependent)} requires ${rule}, and ${nameOf(present)} does not satisfy it.`;
  return failedRule('dependency_version', detail, dependent, rule, { found: present.version });
}

function missing(dependent: Dependent, rule: string, candidate: Dependent | undefined): Problem {
  const { name } = parseDependency(rule);
  const advice = candidate
    ? `Install ${name} first; its highest version is ${candidate.version}.`
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
