import { describe, expect, it } from '@jest/globals';
import { warningsOf } from '../../testing/test-definitions.ts';

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

describe('the default of a secret', () => {
  const value = 'sk-live-4711';
  const withSetting = (name: string, setting: object) =>
    warningsOf({ settings: { default: { [name]: setting } } });

  it.each([
    ['code', { type: 'secret', defaultValue: value }],
    ['code', { secret: true, defaultValue: value }],
    ['apiKey', { type: 'string', defaultValue: value }],
    ['clientPassword', { defaultValue: value }],
  ])('%s %j is a warning that does not show it', (name, setting) => {
    const found = withSetting(name, setting);
    expect(found).toMatchObject([
      { pointer: `/settings/default/${name}/defaultValue`, code: 'secret_default', blocks: false },
    ]);
    expect(JSON.stringify(found)).not.toContain(value);
  });

  it.each([
    ['apiKey', { type: 'secret', defaultValue: '' }],
    ['apiKey', { type: 'secret', defaultValue: 'your api key' }],
    ['apiKey', { type: 'secret', defaultValue: '<key>' }],
    ['tokenUrl', { type: 'string', defaultValue: 'https://id.example.net/token' }],
    ['region', { type: 'string', defaultValue: 'eu' }],
  ])('%s %j holds none', (name, setting) => {
    expect(withSetting(name, setting)).toEqual([]);
  });
});
