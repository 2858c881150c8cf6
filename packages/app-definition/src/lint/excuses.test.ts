import { describe, expect, it } from '@jest/globals';
import { definitionWith, lintOf } from '../../testing/test-definitions.ts';
import { inspectDefinition } from './inspect-definition.ts';

const excused = (lint: unknown) => inspectDefinition(definitionWith({ meta: { lint } })).excused;

describe('meta.lint', () => {
  it('excuses a rule with its reason', () => {
    expect(excused({ 'missing-icon': 'The operator adds it.' })).toMatchObject([
      { rule: 'missing-icon', severity: 'warning', reason: 'The operator adds it.' },
    ]);
  });

  it('excuses warnings of registration too', () => {
    const definition = definitionWith({
      website: 'intranet',
      meta: { lint: { 'unparseable-url': 'It is a short name.' } },
    });
    expect(inspectDefinition(definition).excused).toMatchObject([{ rule: 'unparseable-url' }]);
  });

  it.each([
    ['an empty reason', { 'missing-icon': ' ' }],
    ['an unknown rule', { 'missing-logo': 'x' }],
    ['an error', { version: 'x' }],
    ['itself', { 'lint-excuse': 'x' }],
  ])('does not excuse with %s', (_what, lint) => {
    expect(excused(lint)).toEqual([]);
    expect(lintOf('lint-excuse', { meta: { lint } })).toHaveLength(1);
  });

  it('does not excuse errors', () => {
    const definition = definitionWith({ tags: ['x'], meta: { lint: { 'allowed-value': 'x' } } });
    expect(inspectDefinition(definition).errors).toMatchObject([{ rule: 'allowed-value' }]);
  });

  it('renames a misspelled rule', () => {
    expect(lintOf('lint-excuse', { meta: { lint: { 'missing-icons': 'x' } } })).toEqual([
      [
        '/meta/lint/missing-icons',
        [{ op: 'move', from: '/meta/lint/missing-icons', path: '/meta/lint/missing-icon' }],
      ],
    ]);
  });

  it.each([[5], [{ 'missing-icon': 5 }], [{ 'missing-icon': 'x'.repeat(501) }]])(
    'is refused with another value',
    (lint) => {
      expect(inspectDefinition(definitionWith({ meta: { lint } })).errors).toHaveLength(1);
    },
  );
});
