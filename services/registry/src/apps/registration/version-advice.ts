import {
  type AppDefinition,
  type ComponentChange,
  diffDefinitions,
  type Finding,
  FindingList,
  type Increment,
  isRaisedBy,
  lintChange,
  nextVersion,
  redactionFor,
  registryRules,
  smallestIncrement,
} from '@app-platform/app-definition';
import { choice, list, textOrNull } from '@app-platform/http-api/schemas';
import { type Static, Type } from '@sinclair/typebox';
import { compare } from 'semver';
import type { LockedApp } from '../app-store.ts';
import { increments } from '../component-change.ts';
import { precedenceOf, precedingVersion } from '../precedence.ts';
import { registeredDefinition } from '../registered-definition.ts';
import type { AppOfDefinition } from './app-of-definition.ts';
import type { RegistrationStores } from './registration-store.ts';

/** The version with which a new one of an app is compared. */
export type VersionBefore = {
  appId: bigint;
  name: string;
  identifier: string;
  /** Of the highest version that the app ever had. */
  highestVersion: string;
  /** The version to increment: the highest, or the one before a lower version. */
  version: string;
  definition: AppDefinition;
};

/** @returns undefined for an app of which the organization has none by this name yet */
export async function findVersionBefore(
  stores: Pick<RegistrationStores, 'apps' | 'registrations'>,
  organizationId: string,
  { registered: app }: AppOfDefinition,
  version: string,
): Promise<VersionBefore | undefined> {
  if (!app || app.organizationId !== organizationId) return undefined;
  const { appId, name, identifier, highestVersion } = app;
  const found = { appId, name, identifier, highestVersion };
  if (await isEarlier(stores, app, version)) {
    const before = await precedingVersion(stores, app, version);
    if (!before) return undefined;
    return {
      ...found,
      version: precedenceOf(before.version),
      definition: registeredDefinition(before),
    };
  }
  const highest =
    (await stores.apps.findVersion(organizationId, name, highestVersion)) ??
    (await stores.apps.findVersion(organizationId, name));
  if (!highest) return undefined;
  return { ...found, version: highestVersion, definition: registeredDefinition(highest) };
}

/** Whether a version goes below the highest. One that is taken is to be replaced by a higher one. */
async function isEarlier(
  { registrations }: Pick<RegistrationStores, 'registrations'>,
  { appId, highestVersion }: Pick<LockedApp, 'appId' | 'highestVersion'>,
  version: string,
): Promise<boolean> {
  if (compare(version, highestVersion) >= 0) return false;
  return !(await registrations.isVersionUsed(appId, precedenceOf(version)));
}

/** What semantic versioning requires of the next version of an app. */
export const VersionAdvice = Type.Object({
  given: textOrNull('Of the definition.'),
  highest: textOrNull('The highest version until now; null for a new app.'),
  comparedWith: textOrNull(
    'The version that the changes count from: the highest, or the one below an earlier version.',
  ),
  smallestIncrement: choice(
    [...increments, 'none', null],
    'What the changes since then require; null where nothing can be compared.',
  ),
  suggested: textOrNull('A version that would do.'),
  reasons: list(
    Type.Object({
      pointer: Type.String(),
      detail: Type.String(),
      increment: choice(increments),
    }),
    'At most 20 changes that require the increment.',
  ),
});

export type VersionAdvice = Static<typeof VersionAdvice>;

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

/** Findings about the change from the previous version, for organizations that have it installed. */
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
  const list = new FindingList();
  list.report(registryRules.incrementTooSmall, ['version'], () => detail, {
    expected: `${suggested} or higher`,
    fix: () => [{ op: 'replace', path: '/version', value: suggested }],
  });
  return list.findings();
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
