import parse from 'semver/functions/parse.js';
import { type JsonObject, ownValue } from '../json/json-value.ts';
import { versionMaxLength, versionPattern } from '../schema/patterns.ts';
import type { Report, Rule } from './rule.ts';

export const version: Rule = {
  name: 'version',
  severity: 'error',
  title: 'Version',
  summary: '`version` is not a semantic version.',
  expected: 'a semantic version',
  refuse: refuseVersion,
  why: 'Upgrades and dependencies compare versions by the rules of semver.org: three numbers, without a leading v.',
  wrong: { version: 'v1.0' },
  right: { version: '1.0.0' },
};

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

function refuseVersion(definition: JsonObject, report: Report): void {
  const given = ownValue(definition, 'version');
  if (!looksLikeVersion(given) || isReadableVersion(given)) return;
  const detail = () => `\`version\` holds a number that is too large. ${unreadableVersion}`;
  report(version, ['version'], detail);
}
