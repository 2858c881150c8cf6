import { describe, expect, it } from '@jest/globals';
import { lintOf } from '../test-definitions.ts';

describe('unsatisfiable-range', () => {
  it.each([
    '>2 <1',
    '<0.0.0-0',
    '>1.0.0 <1.0.0',
    '^1.0.0 ^2.0.0',
    '>2 <1 || >5 <4',
    '=1.0.0 =2.0.0',
  ])('reports %s', (range) => {
    expect(lintOf('unsatisfiable-range', { dependencies: [`core-${range}`] })).toEqual([
      '/dependencies/0',
    ]);
  });

  it.each(['*', '^1.4.0', '>=1.0.0 <2.0.0', '>2 <1 || 3', '>1.0.0-a <1.0.0-b', '>0.0.0-0 <0.0.1'])(
    'does not report %s',
    (range) => {
      expect(lintOf('unsatisfiable-range', { dependencies: [`core-${range}`] })).toEqual([]);
    },
  );
});

describe('exact-dependency', () => {
  it.each([
    ['core-1.4.0', 'core-^1.4.0'],
    ['core-=1.4.0', 'core-^1.4.0'],
    ['core-v1.4.0-beta.2', 'core-^1.4.0-beta.2'],
  ])('reports %s, with %s as the fix', (dependency, value) => {
    const fix = [{ op: 'replace', path: '/dependencies/0', value }];
    expect(lintOf('exact-dependency', { dependencies: [dependency] })).toEqual([
      ['/dependencies/0', fix],
    ]);
  });

  it.each(['core-1', 'core-1.x', 'core-~1.4.0', 'core-1.4.0 || 1.5.0', 'core-latest', 'core-'])(
    'does not report %s',
    (dependency) => {
      expect(lintOf('exact-dependency', { dependencies: [dependency] })).toEqual([]);
    },
  );
});
