import { expect, it } from '@jest/globals';
import { planText } from './plan-text.ts';

const nothing = {
  attributes: [],
  dependencies: [],
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
    dependents: [{ name: 'shop', version: '3.0.0', rule: 'loyalty-^1.0.0' }],
    roles: { added: ['org.a'], removed: ['org.b'], waiting: ['org.c'] },
    grants: { active: 4, ended: 3 },
    tokens: 'ended',
    webhooks: [{ name: 'orders', change: 'changed' }],
    problems: [{ code: 'unmet_dependencies', detail: 'core is not installed.' }],
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
    '- 3 of 4 grants',
    '- access and refresh tokens',
    'refused unmet_dependencies: core is not installed.',
  ]);
});

it('names an installation and an uninstallation', () => {
  const app = 'loyalty';
  expect(planText({ ...nothing, app, from: null, to: '1.0.0' })).toBe(
    'loyalty: not installed to 1.0.0',
  );
  expect(planText({ ...nothing, app, from: '1.0.0', to: null })).toBe(
    'loyalty: 1.0.0 to not installed',
  );
});
