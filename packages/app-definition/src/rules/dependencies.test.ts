import { describe, expect, it } from '@jest/globals';
import { pointersOf, refusalsOf } from '../test-definitions.ts';
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
