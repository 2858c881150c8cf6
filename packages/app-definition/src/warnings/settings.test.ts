import { describe, expect, it } from '@jest/globals';
import { warningsOf } from '../test-definitions.ts';

const settings = {
  authentication: { apiKey: { type: 'secret' } },
  'with.dot': { 'time.out': { type: 'number' } },
};

describe('a setting that a command uses', () => {
  it.each([
    'apiKey',
    'authentication.apiKey',
    'order_tracker.authentication.apiKey',
    'settings.order_tracker.authentication.apiKey',
    'some.where.apiKey',
    'time.out',
    '{{setting}}',
  ])('%s is declared', (reference) => {
    expect(warningsOf({ settings, commands: [{ appSettings: [reference] }] })).toEqual([]);
  });

  it.each([
    'apikey',
    'connection.apiKey',
    'authentication.secret',
    'a.b.c',
    'constructor',
    '',
    '.',
  ])('%j is not declared and is warned about', (reference) => {
    expect(
      warningsOf({ settings, commands: [{ appSettings: ['apiKey', reference] }] }),
    ).toMatchObject([
      { pointer: '/commands/0/appSettings/1', code: 'undeclared_setting', blocks: false },
    ]);
  });

  it('causes a warning if the app declares no settings', () => {
    expect(warningsOf({ commands: [{ appSettings: ['apiKey'] }] })).toHaveLength(1);
  });
});

describe('the default value of a setting', () => {
  it.each([
    ['string', 'eu'],
    ['secret', 'x'],
    ['number', 1.5],
    ['boolean', false],
    ['number', null],
    ['number', '{{platform.timeout}}'],
    ['string', undefined],
  ])('of type %s can be %j', (type, defaultValue) => {
    expect(warningsOf({ settings: { a: { b: { type, defaultValue } } } })).toEqual([]);
  });

  it.each([
    ['string', 5],
    ['secret', true],
    ['number', '5'],
    ['boolean', 'true'],
    ['string', ['eu']],
    ['number', {}],
  ])('of type %s is warned about where it is %j', (type, defaultValue) => {
    expect(warningsOf({ settings: { 'a/b': { c: { type, defaultValue } } } })).toMatchObject([
      { pointer: '/settings/a~1b/c/defaultValue', code: 'setting_default_type', blocks: false },
    ]);
  });

  it('is never shown, because it may be a secret', () => {
    const broken = { a: { b: { type: 'number', defaultValue: 'hunter2' } } };
    expect(warningsOf({ settings: broken })[0]?.detail).not.toContain('hunter2');
  });
});
