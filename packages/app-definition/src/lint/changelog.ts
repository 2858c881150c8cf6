import compare from 'semver/functions/compare.js';
import parse from 'semver/functions/parse.js';
import { isJsonObject, type JsonObject, ownValue, propertiesOf, quote } from '../json-value.ts';
import { looksLikeVersion } from '../rules/version.ts';
import type { Report } from './report.ts';

type Note = { version: string; major: number; date: string | undefined };

/** The date of a release note in ISO form. Other forms are ambiguous. */
const isoDate = /^\{\{(\d{4}-\d{2}-\d{2})/;

/**
 * Reports versions that neither ascend nor descend, and a version that is dated before a lower one
 * of the same major version. Lower major versions may be maintained after a higher one.
 */
export function reportChangelogOrder(definition: JsonObject, report: Report): void {
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
      report('changelog-order', ['changelog', version], detail);
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
      report('changelog-order', ['changelog', version], detail);
    } else {
      latest = { version, major, date };
    }
  }
}
