import { describe, expect, it } from '@jest/globals';
import { planText, roleChoice } from './plan.ts';

const nothing = {
  attributes: [],
  dependencies: [],
  apps: [],
  dependents: [],
  roles: { added: [], removed: [], waiting: [] },
  grants: { active: 0, ended: 0 },
  tokens: 'kept' as const,
  webhooks: [],
  problems: [],
};

it('has one line per effect of a change', () => {
  const text = planText({
    app: 'loyalty',
    from: '1.0.0',
    to: '2.0.0',
    attributes: [
      { klass: 'customer', name: '@acmePointsNum', change: 'added' },
      { klass: 'customer', name: '@acmeLevelStr', change: 'type_changed' },
    ],
    dependencies: [
      { rule: 'core-^1.4.0', change: 'added', installed: null },
      { rule: 'old-1.0.0', change: 'removed', installed: '1.0.0' },
    ],
    apps: [
      {
        app: 'core',
        to: '1.5.0',
        roles: { added: ['org.d'], removed: [], waiting: ['org.e'] },
        attributes: [{ klass: 'customer', name: '@coreIdStr', change: 'added' }],
        webhooks: [],
      },
    ],
    dependents: [{ name: 'shop', version: '3.0.0', rule: 'loyalty-^1.0.0' }],
    roles: { added: ['org.a'], removed: ['org.b'], waiting: ['org.c'] },
    grants: { active: 4, ended: 3 },
    tokens: 'ended',
    webhooks: [{ name: 'orders', change: 'changed' }],
    problems: [
      {
        code: 'dependency_missing',
        detail: 'core is not installed. Install it: POST /v1/apps/installed {"app":"core"}.',
      },
    ],
  });
  expect(text.split('\n')).toEqual([
    'loyalty: 1.0.0 to 2.0.0',
    '+ attribute customer @acmePointsNum',
    '~ attribute customer @acmeLevelStr',
    '+ dependency core-^1.4.0 (installed: no version)',
    '- dependency old-1.0.0 (installed: 1.0.0)',
    '  needed by shop 3.0.0 (loyalty-^1.0.0)',
    '+ role org.a',
    '- role org.b',
    '  role org.c waits for an administrator',
    '~ webhook orders',
    '+ app core 1.5.0',
    '  + attribute customer @coreIdStr',
    '  + role org.d',
    '    role org.e waits for an administrator',
    '- 3 of 4 grants',
    '- access and refresh tokens',
    'refused dependency_missing: core is not installed. Install it: apps install core.',
  ]);
});

it('says what would be installed or uninstalled', () => {
  const app = 'loyalty';
  expect(planText({ ...nothing, app, from: null, to: '1.0.0' })).toBe(
    'loyalty: 1.0.0 would be installed',
  );
  expect(planText({ ...nothing, app, from: '1.0.0', to: null })).toBe(
    'loyalty: 1.0.0 would be uninstalled',
  );
  expect(planText({ ...nothing, app, from: '1.0.0', to: '1.0.0' })).toBe(
    'loyalty: 1.0.0 is installed already',
  );
});

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
