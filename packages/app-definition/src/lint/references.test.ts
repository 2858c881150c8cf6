import { describe, expect, it } from '@jest/globals';
import type { JsonObject } from '../json-value.ts';
import { lintOf } from '../test-definitions.ts';

describe('unused-action', () => {
  const actions = [{ name: 'find' }, { name: 'order_tracker.refund' }, { name: 'close' }];

  it('reports actions that no step runs', () => {
    const workflows = [
      { steps: [{ action: 'kustomer.app.order_tracker.find' }, { action: 'refund' }] },
    ];
    expect(lintOf('unused-action', { actions, workflows })).toEqual(['/actions/2/name']);
  });

  it('reports none in an app without workflows', () => {
    expect(lintOf('unused-action', { actions })).toEqual([]);
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

describe('unused-translation', () => {
  const i18n = { en_us: { 'orders.title': 'Orders' }, de_de: { 'orders.title': 'Bestellungen' } };

  it.each(['{{i18n.orders.title}}', '{{t "orders.title"}}', 'orders.title', "t('orders.title')"])(
    'accepts %s as a use',
    (title) => {
      expect(lintOf('unused-translation', { i18n, widgets: [{ url: '/', title }] })).toEqual([]);
    },
  );

  it('reports a key once, and removes it from every locale', () => {
    const fix = [
      { op: 'remove', path: '/i18n/en_us/orders.title' },
      { op: 'remove', path: '/i18n/de_de/orders.title' },
    ];
    expect(lintOf('unused-translation', { i18n })).toEqual([['/i18n/en_us/orders.title', fix]]);
  });

  it('accepts the keys that the platform shows by itself', () => {
    const texts = { 'order_tracker.settings.path.shop.region.title': 'Region' };
    expect(lintOf('unused-translation', { i18n: { en_us: texts } })).toEqual([]);
  });
});

describe('unused-custom-object', () => {
  const klasses = [{ name: 'order' }, { name: 'customer', metadata: { standard: true } }];

  it.each<[where: string, properties: JsonObject]>([
    ['a kview', { kviews: [{ resource: 'order' }] }],
    ['an event', { outboundWebhooks: [{ url: '/', events: ['kobject.order.create'] }] }],
    ['another klass', { klasses: [...klasses, { name: 'order', metadata: { parent: 'order' } }] }],
  ])('accepts the name in %s', (_where, properties) => {
    expect(lintOf('unused-custom-object', { klasses, ...properties })).toEqual([]);
  });

  it('reports an object that nothing names', () => {
    expect(lintOf('unused-custom-object', { klasses, description: 'An order.' })).toEqual([
      '/klasses/0/name',
    ]);
  });
});

describe('missing-webhook-url', () => {
  it('reports every component that needs a URL, and lifecycle webhooks', () => {
    const properties = {
      commands: [{}],
      outboundWebhooks: [{ url: '' }],
      widgets: [{ url: '/' }, 5],
    };
    expect(lintOf('missing-webhook-url', properties)).toEqual([
      '/commands/0/url',
      '/outboundWebhooks/0/url',
    ]);
    expect(lintOf('missing-webhook-url', { lifecycleWebhooks: [{ events: [] }] })).toEqual([
      '/lifecycleWebhooks/0/url',
    ]);
  });
});
