import { isJsonObject, type JsonObject, ownValue, quote } from '../json-value.ts';
import type { Refuse } from '../problem-list.ts';
import { isReadableVersion, looksLikeVersion, unreadableVersion } from './version.ts';

export function refuseChangelog(definition: JsonObject, refuse: Refuse): void {
  const changelog = ownValue(definition, 'changelog');
  if (!isJsonObject(changelog)) return;
  refuseMissingVersion(changelog, ownValue(definition, 'version'), refuse);
  for (const version of Object.keys(changelog)) refuseEntry(version, refuse);
}

function refuseMissingVersion(changelog: JsonObject, version: unknown, refuse: Refuse): void {
  if (!looksLikeVersion(version) || Object.hasOwn(changelog, version)) return;
  const detail = () =>
    `The changelog has no entry for the current version. Add the key ${quote(version)}, or leave the changelog out.`;
  const expected = `the key ${quote(version)}`;
  refuse(['changelog'], detail, () => ({ rule: 'changelog-current-version', expected }));
}

function refuseEntry(version: string, refuse: Refuse): void {
  if (!looksLikeVersion(version) || isReadableVersion(version)) return;
  const detail = () => `${quote(version)} holds a number that is too large. ${unreadableVersion}`;
  const expected = 'a semantic version';
  refuse(['changelog', version], detail, () => ({ rule: 'changelog-version', expected }));
}
