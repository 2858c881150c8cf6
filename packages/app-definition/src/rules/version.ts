import parse from 'semver/functions/parse.js';
import { type JsonObject, ownValue } from '../json-value.ts';
import type { Refuse } from '../problem-list.ts';
import { versionMaxLength, versionPattern } from '../schema/patterns.ts';

const expression = new RegExp(versionPattern, 'u');

/** Whether the schema accepts the text as a semantic version. */
export function looksLikeVersion(text: unknown): text is string {
  return typeof text === 'string' && text.length <= versionMaxLength && expression.test(text);
}

export const unreadableVersion = `Each number of a version is at most ${Number.MAX_SAFE_INTEGER}.`;

/**
 * `semver`, which compares the versions, rejects numbers above 2^53 - 1. In a pre-release it rounds
 * them instead, so that two versions can be equal.
 */
export function isReadableVersion(version: string): boolean {
  return parse(version)?.prerelease.every(isExact) ?? false;
}

function isExact(identifier: string | number): boolean {
  return !/^\d+$/.test(String(identifier)) || Number(identifier) <= Number.MAX_SAFE_INTEGER;
}

export function refuseVersion(definition: JsonObject, refuse: Refuse): void {
  const version = ownValue(definition, 'version');
  if (!looksLikeVersion(version) || isReadableVersion(version)) return;
  const detail = () => `\`version\` holds a number that is too large. ${unreadableVersion}`;
  refuse(['version'], detail, () => ({ rule: 'version', expected: 'a semantic version' }));
}
