import { describe, expect, it } from '@jest/globals';
import { lintOf, pointersOf, warningsOf } from '../../testing/test-definitions.ts';
import type { JsonObject } from '../json/json-value.ts';

const settings = {
  authentication: { apiKey: { type: 'secret' } },
  'with.dot': { 'time.out': { type: 'number' } },
};

const withRegion = { default: { region: { type: 'string' } } };

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

describe('settings that a component uses', () => {
  it.each([
    [{ default: { region: true } }, []],
    [{ default: { zone: true, region: true } }, ['/commands/0/appSettings/default/zone']],
    [{ default: { zone: false } }, []],
    [{ token: { key: 'order_tracker.default.region' } }, []],
    [{ token: { key: 'order_tracker.default.zone' } }, ['/commands/0/appSettings/token/key']],
    [{ token: 'default.zone' }, ['/commands/0/appSettings/token']],
    [['default.region', 'default.zone'], ['/commands/0/appSettings/1']],
  ])('%j', (appSettings, pointers) => {
    expect(pointersOf(warningsOf({ settings: withRegion, commands: [{ appSettings }] }))).toEqual(
      pointers,
    );
    const ofActions = pointers.map((pointer) => pointer.replace('commands', 'actions'));
    expect(pointersOf(warningsOf({ settings: withRegion, actions: [{ appSettings }] }))).toEqual(
      ofActions,
    );
  });
});

describe('a setting in a template expression', () => {
  it.each([
    ['https://{{{settings.default.region}}}.example.net', true],
    ['https://{{settings.default.region}}.example.net', true],
    ['https://{{{settings.order_tracker.default.region}}}.example.net', true],
    ['{{#if settings.default.region}}https://a.example.net{{/if}}', true],
    ['https://{{{settings.default.zone}}}.example.net', false],
    ['https://{{ settings.other.region }}.example.net', false],
  ])('%s', (url, isDeclared) => {
    const found = warningsOf({ settings: withRegion, commands: [{ url }] });
    expect(found.map(({ pointer, code, blocks }) => [pointer, code, blocks])).toEqual(
      isDeclared ? [] : [['/commands/0/url', 'undeclared_setting', true]],
    );
  });

  it('blocks nothing where a component works without it', () => {
    const kviews = [{ template: '<p>{{settings.default.zone}}</p>' }];
    expect(warningsOf({ settings: withRegion, kviews })).toMatchObject([
      { pointer: '/kviews/0/template', code: 'undeclared_setting', blocks: false },
    ]);
  });
});

describe('unused-setting', () => {
  const settings = { shop: { region: { type: 'string' } } };

  it.each<[where: string, properties: JsonObject]>([
    ['a template', { widgets: [{ url: 'https://{{settings.shop.region}}.a.test/' }] }],
    ['a template with the app', { vendor: '{{{settings.order_tracker.shop.region}}}' }],
    ['a condition', { kviews: [{ template: '{{#if settings.shop.region}}x{{/if}}' }] }],
    ['a list of a command', { commands: [{ url: '/', appSettings: ['shop.region'] }] }],
    ['a bare name', { commands: [{ url: '/', appSettings: ['region'] }] }],
    ['a map of a command', { commands: [{ url: '/', appSettings: { shop: { region: true } } }] }],
    ['an alias', { actions: [{ appSettings: { r: { key: 'order_tracker.shop.region' } } }] }],
  ])('accepts a use in %s', (_where, properties) => {
    expect(lintOf('unused-setting', { settings, ...properties })).toEqual([]);
  });

  it('reports settings that nothing uses', () => {
    const i18n = { en_us: { 'x.settings.path.shop.region.title': '{{settings.shop.other}}' } };
    expect(lintOf('unused-setting', { settings, i18n })).toEqual(['/settings/shop/region']);
  });
});
