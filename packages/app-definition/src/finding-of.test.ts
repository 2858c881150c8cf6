import { problem } from '@app-platform/contracts';
import { describe, expect, it } from '@jest/globals';
import { findingOf, findingsOf } from './finding-of.ts';
import { warning } from './warning-kinds.ts';

describe('findingOf', () => {
  it.each([
    ['1.4.0', '1.4.1'],
    ['2.0.0-beta.1', '2.0.0'],
    ['1.0.0+build.5', '1.0.1'],
  ])('corrects a version that is not above %s to %s', (highestVersion, value) => {
    const outdated = problem(
      'version_outdated',
      'It is outdated.',
      { pointer: '/version' },
      { highestVersion },
    );
    expect(findingOf(outdated)).toEqual({
      rule: 'version-outdated',
      severity: 'error',
      code: 'version_outdated',
      title: 'A higher version is registered already',
      detail: 'It is outdated.',
      source: { pointer: '/version' },
      expected: 'a version above every registered one',
      fix: [{ op: 'replace', path: '/version', value }],
      meta: { highestVersion },
      links: { about: '/docs/lint/version-outdated' },
    });
  });

  it('gives no fix that would add an error to the definition', () => {
    const outdated = problem(
      'version_outdated',
      'It is outdated.',
      { pointer: '/version' },
      { highestVersion: '1.4.0' },
    );
    const definition = { app: 'order_tracker', version: '1.4.0' };
    const withChangelog = { ...definition, changelog: { '1.4.0': '{{2024-01-31}}' } };
    expect(findingsOf([outdated], definition)[0]?.fix).toBeDefined();
    expect(findingsOf([outdated], withChangelog)[0]?.fix).toBeUndefined();
  });

  it('hides the secrets of the definition', () => {
    const unknown = warning(
      'unknown_dependency',
      "No app 'swordfish42'.",
      '/dependencies/0',
      false,
    );
    const definition = { app: 'a', version: '1.0.0', auth: { password: 'swordfish42' } };
    expect(findingsOf([unknown], definition)[0]?.detail).toBe("No app '[redacted]'.");
  });

  it('leaves a changed identifier out', () => {
    const changed = problem('identifier_changed', 'It changed.', { pointer: '/identifier' });
    expect(findingOf(changed).fix).toEqual([{ op: 'remove', path: '/identifier' }]);
  });

  it('makes an app private that does not say what it is', () => {
    const open = warning('public_by_default', 'It is public.', '/visibility', false);
    expect(findingOf(open)).toMatchObject({
      rule: 'public-by-default',
      severity: 'warning',
      fix: [{ op: 'add', path: '/visibility', value: 'private' }],
    });
  });

  it('names the rule of a missing title', () => {
    const missing = problem('invalid_definition', 'It has no title.', { pointer: '/title' });
    expect(findingOf(missing)).toMatchObject({ rule: 'missing-property' });
  });

  it('gives a problem that is no rule neither a fix nor a page', () => {
    const finding = findingOf(problem('malformed_json', 'It is not JSON.'));
    expect(finding).toEqual({
      rule: 'malformed-json',
      severity: 'error',
      code: 'malformed_json',
      title: 'The body is not valid JSON',
      detail: 'It is not JSON.',
      expected: 'a valid definition',
    });
  });
});
