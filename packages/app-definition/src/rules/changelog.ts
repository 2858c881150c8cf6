import compare from 'semver/functions/compare.js';
import parse from 'semver/functions/parse.js';
import {
  isJsonObject,
  type JsonObject,
  ownValue,
  propertiesOf,
  quote,
} from '../json/json-value.ts';
import { isReleaseDate } from './release-date.ts';
import type { Report, Rule } from './rule.ts';
import { isReadableVersion, looksLikeVersion, unreadableVersion } from './version.ts';

export const changelogVersion: Rule = {
  name: 'changelog-version',
  severity: 'error',
  title: 'Version in the changelog',
  summary: 'A key of the changelog is not a semantic version.',
  expected: 'a semantic version',
  why: 'The directory sorts the release notes by version.',
  wrong: { changelog: { '1.0.0': '{{2024-03-14}} Refunds.', 'v0.9': '{{2024-01-31}} Trial.' } },
  right: { changelog: { '1.0.0': '{{2024-03-14}} Refunds.', '0.9.0': '{{2024-01-31}} Trial.' } },
};

export const changelogCurrentVersion: Rule = {
  name: 'changelog-current-version',
  severity: 'error',
  title: 'Current version in the changelog',
  summary: 'The changelog has no entry for the version of the definition.',
  expected: 'the current version as a key',
  refuse: refuseChangelog,
  why: 'When a changelog is given, users expect to read in it what this version changes.',
  wrong: { version: '1.1.0', changelog: { '1.0.0': '{{2024-01-31}} First release.' } },
  right: {
    version: '1.1.0',
    changelog: { '1.1.0': '{{2024-03-14}} Refunds.', '1.0.0': '{{2024-01-31}} First release.' },
  },
};

export const missingReleaseDate: Rule = {
  name: 'missing-release-date',
  severity: 'warning',
  title: 'Missing release date',
  warning: 'A release note has no date',
  summary: 'A release note does not begin with its date in double curly braces.',
  expected: 'a date in double curly braces',
  warn: warnAboutReleaseDates,
  why: 'The directory shows the date of each release. The note begins with it, in double curly braces.',
  wrong: { changelog: { '1.0.0': 'First release.' } },
  right: { changelog: { '1.0.0': '{{2024-01-31}} First release.' } },
};

export const changelogOrder: Rule = {
  name: 'changelog-order',
  severity: 'warning',
  title: 'Order of the changelog',
  summary: 'The versions of the changelog are in no order, or their dates contradict it.',
  expected: 'versions and dates in one order',
  lint: reportChangelogOrder,
  why: 'The versions ascend or descend, and a version is not dated before a lower one of the same major version. Readers look for the newest entry at one end.',
  wrong: {
    version: '1.1.0',
    changelog: { '1.1.0': '{{2024-01-31}} Refunds.', '1.0.0': '{{2024-03-14}} First release.' },
  },
  right: {
    version: '1.1.0',
    changelog: { '1.1.0': '{{2024-03-14}} Refunds.', '1.0.0': '{{2024-01-31}} First release.' },
  },
};

function refuseChangelog(definition: JsonObject, report: Report): void {
  const changelog = ownValue(definition, 'changelog');
  if (!isJsonObject(changelog)) return;
  refuseMissingVersion(changelog, ownValue(definition, 'version'), report);
  for (const version of Object.keys(changelog)) refuseEntry(version, report);
}

function refuseMissingVersion(changelog: JsonObject, version: unknown, report: Report): void {
  if (!looksLikeVersion(version) || Object.hasOwn(changelog, version)) return;
  const detail = () =>
    `The changelog has no entry for the current version. Add the key ${quote(version)}, or leave the changelog out.`;
  const expected = `the key ${quote(version)}`;
  report(changelogCurrentVersion, ['changelog'], detail, { expected });
}

function refuseEntry(version: string, report: Report): void {
  if (!looksLikeVersion(version) || isReadableVersion(version)) return;
  const detail = () => `${quote(version)} holds a number that is too large. ${unreadableVersion}`;
  report(changelogVersion, ['changelog', version], detail);
}

/** Text in double curly braces at the start of a release note. */
const dated = /^\{\{([^{}]+)\}\}/;

/** Warns about release notes that do not begin with their date. */
function warnAboutReleaseDates(definition: JsonObject, report: Report): void {
  for (const [version, note] of propertiesOf(ownValue(definition, 'changelog'))) {
    if (typeof note !== 'string') continue;
    const [, date] = dated.exec(note) ?? [];
    if (date !== undefined && isReleaseDate(date)) continue;
    const detail = () => {
      const fault =
        date === undefined
          ? 'does not begin with its date'
          : `begins with ${quote(date)} in double curly braces, which is not a date`;
      return `The release note of ${quote(version)} ${fault}. Begin it as in {{2024-01-31}} First release.`;
    };
    report(missingReleaseDate, ['changelog', version], detail);
  }
}

type Note = { version: string; major: number; date: string | undefined };

/** The date of a release note in ISO form. Other forms are ambiguous. */
const isoDate = /^\{\{(\d{4}-\d{2}-\d{2})/;

/**
 * Reports versions that neither ascend nor descend, and a version that is dated before a lower one
 * of the same major version. Lower major versions may be maintained after a higher one.
 */
function reportChangelogOrder(definition: JsonObject, report: Report): void {
  const changelog = ownValue(definition, 'changelog');
  if (!isJsonObject(changelog)) return;
  const notes = notesOf(changelog);
  reportDisorder(notes, report);
  reportDates(notes, report);
}

function notesOf(changelog: JsonObject): Note[] {
  return propertiesOf(changelog).flatMap(([version, note]) => {
    const major = looksLikeVersion(version) ? parse(version)?.major : undefined;
    if (major === undefined) return [];
    const [, date] = typeof note === 'string' ? (isoDate.exec(note) ?? []) : [];
    return [{ version, major, date }];
  });
}

function reportDisorder(notes: readonly Note[], report: Report): void {
  let direction = 0;
  let before: Note | undefined;
  for (const note of notes) {
    const step = before === undefined ? 0 : Math.sign(compare(note.version, before.version));
    if (direction !== 0 && step !== 0 && step !== direction) {
      const { version } = note;
      const detail = () =>
        `The entry of ${quote(version)} stands out of order. Write the versions from the highest to the lowest, or the other way round.`;
      report(changelogOrder, ['changelog', version], detail);
      return;
    }
    direction ||= step;
    before = note;
  }
}

function reportDates(notes: readonly Note[], report: Report): void {
  const ascending = notes.toSorted((one, other) => compare(one.version, other.version));
  let latest: (Note & { date: string }) | undefined;
  for (const { version, major, date } of ascending) {
    if (date === undefined) continue;
    const lower = latest;
    if (lower?.major === major && date < lower.date) {
      const detail = () =>
        `${quote(version)} is dated ${date}, before the lower version ${quote(lower.version)} (${lower.date}). Correct one of the dates.`;
      report(changelogOrder, ['changelog', version], detail);
    } else {
      latest = { version, major, date };
    }
  }
}
