import { describe, expect, it } from '@jest/globals';
import { refusalsOf, warningsOf } from '../test-definitions.ts';

const properties = { ordersNum: { displayName: 'Orders' } };

describe('a klass with the name of a standard Klass is a custom object by mistake', () => {
  it.each([
    ['without `standard`', { name: 'customer', metadata: { properties } }, '/metadata/standard'],
    ['without metadata', { name: 'customer' }, '/metadata/standard'],
    ['with another letter case', { name: 'Customer', metadata: {} }, '/metadata/standard'],
    [
      'with `standard` false',
      { name: 'user', metadata: { standard: false } },
      '/metadata/standard',
    ],
    ['with `standard` above', { name: 'user', standard: true, metadata: {} }, '/standard'],
    [
      'with `standard` below',
      { name: 'user', metadata: { properties: { standard: true } } },
      '/metadata/properties/standard',
    ],
  ])('%s', (_how, klass, place) => {
    expect(warningsOf({ klasses: [klass] })).toEqual([
      expect.objectContaining({
        pointer: `/klasses/0${place}`,
        code: 'standard_klass_as_custom_object',
        detail: expect.stringContaining('"standard": true'),
        blocks: false,
      }),
    ]);
  });

  it.each([
    { name: 'customer', metadata: { standard: true, properties } },
    { name: 'order', metadata: { properties } },
    { name: 'customers' },
  ])('%j is none', (klass) => {
    expect(warningsOf({ klasses: [klass] })).toEqual([]);
  });
});

describe('an attribute whose name gives no data type', () => {
  it.each(['ownerId', 'statusTree', 'num', 'a'])('%s is accepted with a warning', (name) => {
    const klasses = [{ name: 'company', metadata: { standard: true, properties: { [name]: {} } } }];
    expect(warningsOf({ klasses })).toEqual([
      {
        pointer: `/klasses/0/metadata/properties/${name}`,
        code: 'unknown_attribute_type',
        detail: `The end of "${name}" gives no data type. The known ends are Num (number), Str (short string), At (date), Txt (longer text), Bool (boolean), Url (URL).`,
        blocks: false,
      },
    ]);
  });

  it.each(['OwnerId', 'owner_id', '1owner', ''])(
    '%j is refused, for it is no camelCase',
    (name) => {
      const klasses = [
        { name: 'company', metadata: { standard: true, properties: { [name]: {} } } },
      ];
      expect(refusalsOf({ klasses })).toHaveLength(1);
    },
  );
});
