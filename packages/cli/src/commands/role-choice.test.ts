import { describe, expect, it } from '@jest/globals';
import { roleChoice } from './role-choice.ts';

describe('roleChoice', () => {
  it.each([
    [undefined, undefined],
    [['org'], ['org']],
    [['org.a,org.b'], ['org.a', 'org.b']],
    [[''], []],
    [['core=org.a,org.b'], { core: ['org.a', 'org.b'] }],
    [['core='], { core: [] }],
    [['org', 'core=org.a'], { loyalty: ['org'], core: ['org.a'] }],
  ])('reads %j as %j', (roles, expected) => {
    expect(roleChoice('loyalty-1.0.0', roles ? { roles } : {})).toEqual(expected);
  });

  it('refuses two lists for one app', () => {
    for (const roles of [
      ['core=org', 'core=org.a'],
      ['org', 'loyalty=org.a'],
    ]) {
      expect(() => roleChoice('loyalty-1.0.0', { roles })).toThrow();
    }
  });
});
