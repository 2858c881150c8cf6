import { describe, expect, it } from '@jest/globals';
import { lintOf, warningsOf } from '../../testing/test-definitions.ts';

describe('translations', () => {
  it.each([
    {},
    { en_us: { title: 'Orders' } },
    { en_us: { title: 'Orders' }, de_de: { title: 'Bestellungen' } },
    { en_us: {}, de_de: {} },
  ])('%j are complete', (i18n) => {
    expect(warningsOf({ i18n })).toEqual([]);
  });

  it('that one locale lacks cause a warning', () => {
    const i18n = { en_us: { title: 'Orders', refund: 'Refund' }, de_de: { title: 'Bestellungen' } };
    const warnings = warningsOf({ i18n });
    expect(warnings).toMatchObject([
      { pointer: '/i18n/de_de', code: 'missing_translation', blocks: false },
    ]);
    expect(warnings[0]?.detail).toContain('"refund"');
  });

  it('that both locales lack cause a warning for both', () => {
    expect(warningsOf({ i18n: { en_us: { a: '' }, de_de: { b: '' } } })).toHaveLength(2);
  });

  it('can have keys that Object.prototype has', () => {
    const i18n = JSON.parse('{"en_us": {"constructor": "a", "__proto__": "b"}, "de_de": {}}');
    expect(warningsOf({ i18n })[0]?.detail).toContain('"constructor", "__proto__"');
  });

  it('that are missing in large numbers cause one warning with a count', () => {
    const texts = Object.fromEntries(Array.from({ length: 10_000 }, (_, key) => [`key${key}`, '']));
    const warnings = warningsOf({ i18n: { en_us: texts, de_de: {} } });
    expect(warnings).toHaveLength(1);
    expect(warnings[0]?.detail).toContain('"key0", "key1", "key2" and 9997 more');
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
