import { describe, expect, it } from '@jest/globals';
import { pointersOf, warningsOf } from '../test-definitions.ts';

const settings = { default: { region: { type: 'string' } } };

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
    expect(pointersOf(warningsOf({ settings, commands: [{ appSettings }] }))).toEqual(pointers);
    const ofActions = pointers.map((pointer) => pointer.replace('commands', 'actions'));
    expect(pointersOf(warningsOf({ settings, actions: [{ appSettings }] }))).toEqual(ofActions);
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
    const found = warningsOf({ settings, commands: [{ url }] });
    expect(found.map(({ pointer, code, blocks }) => [pointer, code, blocks])).toEqual(
      isDeclared ? [] : [['/commands/0/url', 'undeclared_setting', true]],
    );
  });

  it('blocks nothing where a component works without it', () => {
    const kviews = [{ template: '<p>{{settings.default.zone}}</p>' }];
    expect(warningsOf({ settings, kviews })).toMatchObject([
      { pointer: '/kviews/0/template', code: 'undeclared_setting', blocks: false },
    ]);
  });
});

describe('an action of the app in a workflow', () => {
  const actions = [{ name: 'kustomer.app.order_tracker.find_order' }, { name: 'refund' }];
  it.each([
    ['kustomer.app.order_tracker.find_order', true],
    ['kustomer.app.order_tracker.refund', true],
    ['order_tracker.find_order', true],
    ['find_order', true],
    ['kustomer.app.order_tracker.cancel', false],
    ['kustomer.app.another.cancel', true],
    ['kustomer.conversation.update', true],
  ])('%s', (action, isKnown) => {
    const found = warningsOf({ actions, workflows: [{ steps: [{ action }] }] });
    const pointer = '/workflows/0/steps/0/action';
    expect(found.map(({ pointer, blocks }) => [pointer, blocks])).toEqual(
      isKnown ? [] : [[pointer, true]],
    );
  });
});

describe('the key of a text', () => {
  const i18n = { en_us: { 'order_tracker.orders.title': 'Orders' } };
  it.each([
    ['/widgets/0/title', { widgets: [{ title: 'order_tracker.card.title' }] }],
    ['/kviews/0/template', { kviews: [{ template: '<b>{{i18n.card.title}}</b>' }] }],
    ['/kviews/0/template', { kviews: [{ template: '<b>{{t "card.title"}}</b>' }] }],
    [
      '/i18n/en_us/order_tracker.settings.path.default.zone.displayName',
      { i18n: { en_us: { 'order_tracker.settings.path.default.zone.displayName': 'Zone' } } },
    ],
  ])('that nothing has, at %s, is a warning', (pointer, properties) => {
    expect(warningsOf({ i18n, ...properties })).toMatchObject([{ pointer, blocks: false }]);
  });

  it.each([
    { widgets: [{ title: 'order_tracker.orders.title' }] },
    { widgets: [{ title: 'Orders' }] },
    { kviews: [{ template: '{{i18n.order_tracker.orders.title}}' }] },
  ])('%j', (properties) => {
    expect(warningsOf({ i18n, ...properties })).toEqual([]);
  });
});

describe('a custom object of the app', () => {
  const klasses = [{ name: 'order_tracker-order' }];
  it.each([
    ['/kviews/0/resource', { kviews: [{ resource: 'order_tracker-parcel' }] }, true],
    ['/kviews/0/resource', { kviews: [{ resource: 'kobject.parcel' }] }, true],
    [
      '/workflows/0/trigger/eventName',
      { workflows: [{ trigger: { eventName: 'kustomer.kobject.order_tracker-parcel.create' } }] },
      false,
    ],
    [
      '/outboundWebhooks/0/events/0',
      { outboundWebhooks: [{ events: ['kustomer.kobject.order_tracker-parcel.update'] }] },
      false,
    ],
  ])('that `klasses` does not define, at %s, is a warning', (pointer, properties, blocks) => {
    expect(warningsOf({ klasses, ...properties })).toMatchObject([
      { pointer, code: 'unknown_custom_object', blocks },
    ]);
  });

  it.each([
    { kviews: [{ resource: 'order_tracker-order' }] },
    { kviews: [{ resource: 'customer' }] },
    { kviews: [{ resource: 'kobject.parcel' }], dependencies: ['parcels-^1.0.0'] },
    { workflows: [{ trigger: 'kustomer.kobject.order_tracker-order.create' }] },
  ])('%j', (properties) => {
    expect(warningsOf({ klasses, ...properties })).toEqual([]);
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
