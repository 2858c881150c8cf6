import { describe, expect, it } from '@jest/globals';
import { pointersOf, refusalsOf, warningsOf } from '../../testing/test-definitions.ts';
import type { JsonObject } from '../json/json-value.ts';

function standard(name: unknown, properties: unknown): JsonObject {
  return { name, metadata: { standard: true, properties } };
}

function attributes(from: number, to: number): JsonObject {
  const names = Array.from({ length: to - from }, (_, index) => `a${from + index}Num`);
  return Object.fromEntries(names.map((name) => [name, attribute]));
}

const attribute = { displayName: 'Loyalty points', example: '1250' };

describe('a klass with metadata.standard', () => {
  it.each(['company', 'conversation', 'customer', 'message', 'user'])('can be %s', (name) => {
    expect(refusalsOf({ klasses: [standard(name, { pointsNum: attribute })] })).toEqual([]);
  });

  it.each(['order', 'Customer', 'customers', '', 'constructor'])('cannot be %j', (name) => {
    const refusals = refusalsOf({ klasses: [standard(name, {})] });
    expect(new Set(pointersOf(refusals))).toEqual(new Set(['/klasses/0/name']));
  });

  it.each(['aNum', 'loyaltyPointsNum', 'nameStr', 'x2At', 'noteTxt', 'vipBool', 'siteUrl'])(
    'can have the attribute %s',
    (name) => {
      expect(refusalsOf({ klasses: [standard('user', { [name]: attribute })] })).toEqual([]);
    },
  );

  it.each([
    'Num',
    'LoyaltyNum',
    'loyalty_pointsNum',
    'loyalty-Num',
    'loyaltyNum ',
    '2Num',
    'löyaltyNum',
    '@loyaltyNum',
    '',
    '__proto__',
    `a${'b'.repeat(125)}Num`,
  ])('cannot have the attribute %j', (name) => {
    const properties = Object.fromEntries([[name, attribute]]);
    const refusals = refusalsOf({ klasses: [standard('user', properties)] });
    expect(pointersOf(refusals)).toEqual([`/klasses/0/metadata/properties/${name}`]);
  });

  it('takes attributes without a display name or an example, and with other fields', () => {
    expect(refusalsOf({ klasses: [standard('user', { aNum: {}, bNum: { order: 1 } })] })).toEqual(
      [],
    );
    expect(refusalsOf({ klasses: [{ name: 'user', metadata: { standard: true } }] })).toEqual([]);
  });

  it('is refused if an attribute has another type', () => {
    const properties = { aNum: 'text', bNum: { displayName: 5, example: 1250 } };
    expect(pointersOf(refusalsOf({ klasses: [standard('user', properties)] })).sort()).toEqual([
      '/klasses/0/metadata/properties/aNum',
      '/klasses/0/metadata/properties/bNum/displayName',
      '/klasses/0/metadata/properties/bNum/example',
    ]);
    expect(pointersOf(refusalsOf({ klasses: [standard('user', [])] }))).toEqual([
      '/klasses/0/metadata/properties',
    ]);
  });

  it('is refused if a display name or an example is too long', () => {
    const longest = { displayName: 'x'.repeat(256), example: 'x'.repeat(1024) };
    const tooLong = { displayName: 'x'.repeat(257), example: 'x'.repeat(1025) };
    expect(refusalsOf({ klasses: [standard('user', { aNum: longest })] })).toEqual([]);
    const refusals = refusalsOf({ klasses: [standard('user', { aNum: tooLong })] });
    expect(pointersOf(refusals).sort()).toEqual([
      '/klasses/0/metadata/properties/aNum/displayName',
      '/klasses/0/metadata/properties/aNum/example',
    ]);
  });

  it('is refused with more than 1000 attributes', () => {
    expect(refusalsOf({ klasses: [standard('user', attributes(0, 1000))] })).toEqual([]);
    const refusals = refusalsOf({ klasses: [standard('user', attributes(0, 1001))] });
    expect(pointersOf(refusals)).toEqual(['/klasses/0/metadata/properties']);
    expect(refusals[0]?.detail).toContain('at most 1000');
  });

  it('is refused with more than 1000 attributes in several elements', () => {
    const klasses = [
      standard('user', attributes(0, 600)),
      standard('customer', attributes(0, 600)),
      standard('user', attributes(600, 1000)),
    ];
    expect(refusalsOf({ klasses })).toEqual([]);
    const refusals = refusalsOf({
      klasses: [...klasses, standard('user', { lastNum: attribute })],
    });
    expect(pointersOf(refusals)).toEqual(['/klasses/3/metadata/properties']);
    expect(refusals[0]?.detail).toContain('at most 1000');
  });

  it('is refused if another element defines the same attribute', () => {
    const klasses = [
      standard('user', { aNum: attribute, bNum: attribute }),
      standard('customer', { aNum: attribute }),
      standard('user', { aNum: attribute, cNum: attribute }),
    ];
    const refusals = refusalsOf({ klasses });
    expect(pointersOf(refusals)).toEqual(['/klasses/2/metadata/properties/aNum']);
    expect(refusals[0]?.detail).toContain('klasses[0]');
  });
});

describe('a klass without metadata.standard', () => {
  it.each([
    { name: 'order' },
    { name: 'customer', metadata: {} },
    { name: 'Order Line', icon: 5, metadata: { standard: false, properties: { total: 5 } } },
    { name: 'user', metadata: { properties: ['anything', 'goes'] } },
  ])('%j is a custom object', (klass) => {
    expect(refusalsOf({ klasses: [klass, klass] })).toEqual([]);
  });

  it('is refused without a name that is a string', () => {
    expect(pointersOf(refusalsOf({ klasses: [{}, { name: 5 }, { name: '' }, null] }))).toEqual([
      '/klasses/0/name',
      '/klasses/1/name',
      '/klasses/2/name',
      '/klasses/3',
    ]);
  });

  it.each(['true', 1, null, {}])('is refused where metadata.standard is %j', (value) => {
    const klasses = [{ name: 'customer', metadata: { standard: value } }];
    expect(pointersOf(refusalsOf({ klasses }))).toEqual(['/klasses/0/metadata/standard']);
  });
});

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
