import { describe, expect, it } from '@jest/globals';
import { lintOf, pointersOf, refusalsOf, warningsOf } from '../../testing/test-definitions.ts';
import { acceptsVersion, parseDependency } from './dependencies.ts';

describe('dependencies', () => {
  it.each([
    'messaging_core-^1.4.0',
    'messaging_core->=1.4.0 <3.0.0',
    'messaging_core-1.4.0',
    'messaging_core-1.0.0 - 2.0.0',
    'messaging_core-^1.0.0-beta.1',
    'messaging_core-1.x || 3.x',
    'messaging_core-*',
    `${'a'.repeat(128)}_5f0c1d2e3a4b5c6d7e8f9a0b-~2.0.0`,
  ])('%s is accepted', (dependency) => {
    expect(refusalsOf({ dependencies: [dependency] })).toEqual([]);
  });

  it.each([
    '',
    'messaging_core',
    'messaging_core-',
    'messaging_core-  ',
    '-^1.0.0',
    'messaging core-^1.0.0',
    '@scope/app-^1.0.0',
    'messaging_core-latest',
    'messaging_core-^a.b.c',
    'messaging_core@^1.0.0',
    'mеssaging-^1.0.0',
    `${'a'.repeat(154)}-^1.0.0`,
    `messaging_core-1.0.0${' '.repeat(300)}|| 2.0.0`,
  ])('%j is refused', (dependency) => {
    const refusals = refusalsOf({ dependencies: ['other-^1.0.0', dependency] });
    expect(pointersOf(refusals)).toEqual(['/dependencies/1']);
  });

  it('are refused in one response, each with its pointer', () => {
    const refusals = refusalsOf({ dependencies: ['a-x.y', 'b-^1.0.0', 'c', 5] });
    expect(pointersOf(refusals).sort()).toEqual([
      '/dependencies/0',
      '/dependencies/2',
      '/dependencies/3',
    ]);
  });

  it('may have at most 1000 elements', () => {
    expect(refusalsOf({ dependencies: Array(1000).fill('a-^1.0.0') })).toEqual([]);
    const refusals = refusalsOf({ dependencies: Array(1001).fill('a-^1.0.0') });
    expect(pointersOf(refusals)).toEqual(['/dependencies']);
  });
});

describe('parseDependency', () => {
  it('splits at the first hyphen', () => {
    expect(parseDependency('messaging_core- ^1.0.0-beta.1 ')).toEqual({
      name: 'messaging_core',
      range: '^1.0.0-beta.1',
    });
  });
});

describe('acceptsVersion', () => {
  it.each([
    ['orders-^2.0.0', '2.1.0', true],
    ['orders-^2.0.0', '1.0.0', false],
    ['orders->=1.4.0 <3.0.0', '2.9.9', true],
    ['orders-^1.0.0', '1.1.0-beta.1', false],
    ['orders-^1.0.0', '1.1.0+draft', true],
  ])('%s with %s: %s', (dependency, version, isAccepted) => {
    expect(acceptsVersion(parseDependency(dependency), version)).toBe(isAccepted);
  });
});

describe('a dependency on the app itself', () => {
  it('is a warning', () => {
    const dependencies = ['order_tracker_core-^1.0.0', 'order_tracker-^1.0.0'];
    expect(pointersOf(warningsOf({ dependencies }))).toEqual(['/dependencies/1']);
  });
});

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
