import { describe, expect, it } from '@jest/globals';
import { lintOf, warningsOf } from '../../testing/test-definitions.ts';
import type { JsonObject } from '../json/json-value.ts';

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
