import {
  type AppDefinition,
  type ComponentChange,
  diffDefinitions,
  type Finding,
  type Increment,
  isRaisedBy,
  lintChange,
  nextVersion,
  redactionFor,
  rulePagePath,
  smallestIncrement,
} from '@app-platform/app-definition';
import type { VersionBefore } from './version-before.ts';

/** What semantic versioning requires of the next version of an app. */
export type VersionAdvice = {
  given: string | null;
  /** The highest version until now; null for a new app. */
  highest: string | null;
  /** The version that the changes count from; null where nothing can be compared. */
  comparedWith: string | null;
  /** Null where nothing can be compared. */
  smallestIncrement: Increment | 'none' | null;
  /** The lowest version that would do; null where nothing can be compared. */
  suggested: string | null;
  /** The changes that require the increment, at most 20. */
  reasons: { pointer: string; detail: string; increment: Increment }[];
};

const MOST_REASONS = 20;

const nothingCompared = {
  comparedWith: null,
  smallestIncrement: null,
  suggested: null,
  reasons: [],
};

/** @param definition left out where it has errors */
export function versionAdvice(
  definition: AppDefinition | undefined,
  given: string | null,
  before: VersionBefore | undefined,
): VersionAdvice {
  const highest = before?.highestVersion ?? null;
  const unknown = { given, highest, ...nothingCompared };
  if (!before || !definition) return unknown;
  const changes = diffDefinitions(before.definition, withInherited(definition, before));
  const smallest = smallestIncrement(changes, before.version);
  const weightiest = smallestIncrement(changes, '1.0.0');
  const redact = redactionFor(before.definition, definition);
  // Names of components can hold a secret. Its pointer would too.
  const withoutSecrets = ({ pointer, detail, increment }: ReturnType<typeof reasonOf>) => ({
    pointer: redact(pointer) === pointer ? pointer : '',
    detail: redact(detail),
    increment,
  });
  const reasons = changes.filter(({ increment }) => increment === weightiest);
  return {
    given,
    highest,
    comparedWith: before.version,
    smallestIncrement: smallest ?? 'none',
    suggested: nextVersion(raisedFrom(before, smallest), smallest ?? 'patch'),
    reasons: reasons.slice(0, MOST_REASONS).map(reasonOf).map(withoutSecrets),
  };
}

/** A patch follows the version before. What is raised by more would be taken, below the highest. */
function raisedFrom(
  { version, highestVersion }: VersionBefore,
  smallest: Increment | undefined,
): string {
  return smallest === undefined || smallest === 'patch' ? version : highestVersion;
}

/** What the change from the version before means for those who have it. */
export function changeFindings(
  definition: AppDefinition | undefined,
  before: VersionBefore | undefined,
  advice: VersionAdvice,
): Finding[] {
  if (!definition || !before) return [];
  const after = withInherited(definition, before);
  return [...tooSmall(advice, before.version), ...lintChange(before.definition, after)];
}

function tooSmall(
  { given, smallestIncrement: smallest, suggested }: VersionAdvice,
  before: string,
): Finding[] {
  if (given === null || suggested === null) return [];
  if (smallest === null || smallest === 'none' || isRaisedBy(smallest, before, given)) return [];
  const detail = `The changes since ${before} require a ${smallest} increment. Write ${suggested} or higher: organizations rely on the number when they upgrade.`;
  const finding: Finding = {
    rule: 'increment-too-small',
    severity: 'warning',
    code: 'increment_too_small',
    title: 'The version rises too little for its changes',
    detail,
    source: { pointer: '/version' },
    expected: `${suggested} or higher`,
    fix: [{ op: 'replace', path: '/version', value: suggested }],
    links: { about: rulePagePath('increment-too-small') },
  };
  return [finding];
}

/** A later version keeps what it leaves out of these. */
function withInherited(definition: AppDefinition, { definition: old }: VersionBefore) {
  const { title, redirectUris, roles } = old;
  return {
    ...(title !== undefined && { title }),
    ...(redirectUris !== undefined && { redirectUris }),
    ...(roles !== undefined && { roles }),
    ...definition,
  };
}

function reasonOf({ component, name, change, before, pointer, increment }: ComponentChange) {
  const subject = name === null ? `\`${component}\`` : `${name} of \`${component}\``;
  const detail =
    before === undefined
      ? `${subject} was ${change}.`
      : `${before} of \`${component}\` became ${name}, which is of another type.`;
  return { pointer, detail, increment };
}
