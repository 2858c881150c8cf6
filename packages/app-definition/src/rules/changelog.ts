import { isJsonObject, type JsonObject, ownValue, propertiesOf, quote } from '../json-value.ts';
import type { Refuse } from '../problem-list.ts';
import { changelogNotePattern } from '../schema/patterns.ts';
import { isReleaseDate } from './release-date.ts';
import { isReadableVersion, looksLikeVersion, unreadableVersion } from './version.ts';

const expression = new RegExp(changelogNotePattern, 'u');

export function refuseChangelog(definition: JsonObject, refuse: Refuse): void {
  const changelog = ownValue(definition, 'changelog');
  if (!isJsonObject(changelog)) return;
  refuseMissingVersion(changelog, ownValue(definition, 'version'), refuse);
  for (const [version, note] of propertiesOf(changelog)) {
    refuseEntry(version, note, refuse);
  }
}

function refuseMissingVersion(changelog: JsonObject, version: unknown, refuse: Refuse): void {
  if (!looksLikeVersion(version) || Object.hasOwn(changelog, version)) return;
  const detail = () =>
    `The changelog has no entry for the current version. Add the key ${quote(version)}, or leave the changelog out.`;
  refuse(['changelog'], detail);
}

function refuseEntry(version: string, note: unknown, refuse: Refuse): void {
  const path = ['changelog', version];
  if (looksLikeVersion(version) && !isReadableVersion(version)) {
    refuse(path, () => `${quote(version)} holds a number that is too large. ${unreadableVersion}`);
  }
  if (typeof note !== 'string' || !expression.test(note)) return;
  const date = note.slice(2, note.indexOf('}}'));
  if (isReleaseDate(date)) return;
  const detail = () =>
    `The release note of ${quote(version)} begins with ${quote(date)} in double curly braces, which is not a date. Write one such as {{2024-01-31}}.`;
  refuse(path, detail);
}
