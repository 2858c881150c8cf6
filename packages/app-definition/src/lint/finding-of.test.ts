import { problem } from '@app-platform/contracts';
import { describe, expect, it } from '@jest/globals';
import { warningOf } from '../findings/problem-list.ts';
import { publicByDefault, unknownDependency } from '../rules/registry-rules.ts';
import { findingOf, findingsOf } from './finding-of.ts';

describe('findingOf', () => {
  it('corrects a changed identifier', () => {
    const changed = problem('identifier_changed', 'It changed.', { pointer: '/identifier' });
    expect(findingOf(changed)).toEqual({
      rule: 'identifier-changed',
      severity: 'error',
      code: 'identifier_changed',
      title: 'The identifier of an app cannot change',
      detail: 'It changed.',
      source: { pointer: '/identifier' },
      expected: 'the identifier of the first version',
      fix: [{ op: 'remove', path: '/identifier' }],
      links: { about: '/docs/lint/identifier-changed' },
    });
  });

  it('gives no fix that would add an error to the definition', () => {
    const open = warningOf(publicByDefault, 'It is public.', '/visibility', false);
    const definition = { app: 'order_tracker', version: '1.4.0' };
    expect(findingsOf([open], definition)[0]?.fix).toBeDefined();
    expect(findingsOf([open], [definition])[0]?.fix).toBeUndefined();
  });

  it('hides the secrets of the definition', () => {
    const unknown = warningOf(unknownDependency, "No app 'swordfish42'.", '/dependencies/0', false);
    const definition = { app: 'a', version: '1.0.0', auth: { password: 'swordfish42' } };
    expect(findingsOf([unknown], definition)[0]?.detail).toBe("No app '[redacted]'.");
  });

  it('makes an app private that does not say what it is', () => {
    const open = warningOf(publicByDefault, 'It is public.', '/visibility', false);
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
