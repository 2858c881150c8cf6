import gte from 'semver/functions/gte.js';
import inc from 'semver/functions/inc.js';
import major from 'semver/functions/major.js';

/** How much a version rises: semver.org, items 6 to 8. */
export type Increment = 'major' | 'minor' | 'patch';

type Increments = { added: Increment; changed: Increment; removed: Increment };

/** Other parts of the product may name these. */
const referenced: Increments = { added: 'minor', changed: 'minor', removed: 'major' };
/** Users see these; nothing refers to them. */
const shown: Increments = { added: 'minor', changed: 'patch', removed: 'major' };
/** They describe the app. */
const descriptive: Increments = { added: 'patch', changed: 'patch', removed: 'patch' };

/** By property of a definition. The properties that are missing describe the app. */
const increments: Record<string, Increments> = {
  actions: referenced,
  attributes: shown,
  auth: referenced,
  commands: referenced,
  dataSubscriptions: referenced,
  dependencies: { added: 'minor', changed: 'minor', removed: 'patch' },
  hooks: referenced,
  klasses: referenced,
  kviews: shown,
  meta: { added: 'minor', changed: 'minor', removed: 'minor' },
  outboundWebhooks: referenced,
  roles: { added: 'minor', changed: 'minor', removed: 'patch' },
  settings: referenced,
  settingsPageConfig: shown,
  shortcuts: shown,
  triggers: referenced,
  widgets: shown,
  workflows: shown,
};

export function incrementOf(property: string, change: keyof Increments): Increment {
  return (increments[property] ?? descriptive)[change];
}

const byWeight: readonly Increment[] = ['patch', 'minor', 'major'];

/**
 * The smallest increment that changes require.
 * @param version the version before. Below 1.0.0 a minor increment may break, and a patch add, as the
 *   caret ranges of dependencies have it (semver.org, item 4).
 * @returns undefined where nothing changed
 */
export function smallestIncrement(
  changes: readonly { increment: Increment }[],
  version: string,
): Increment | undefined {
  const weight = Math.max(...changes.map(({ increment }) => byWeight.indexOf(increment)));
  if (weight < 0) return undefined;
  return byWeight[major(version) === 0 ? Math.max(weight - 1, 0) : weight];
}

/** The lowest version above another one that is raised by at least an increment. */
export function nextVersion(version: string, increment: Increment): string {
  const next = inc(version, increment);
  if (next === null) throw new Error('the version was not validated');
  return next;
}

/**
 * Whether a version is an upgrade of another one. Build metadata does not count, so that a release is
 * an upgrade of its draft.
 */
export function isUpgrade(from: string, to: string): boolean {
  return to !== from && gte(to, from);
}

/** Whether a version is raised by at least an increment. A pre-release counts as its release. */
export function isRaisedBy(increment: Increment, from: string, to: string): boolean {
  const [release = to] = to.split(/[-+]/);
  return gte(release, nextVersion(from, increment));
}
