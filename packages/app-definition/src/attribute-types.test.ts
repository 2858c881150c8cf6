import { describe, expect, it } from '@jest/globals';
import { attributeDataType, attributeTypes, standardKlasses } from './attribute-types.ts';
import { attributeNamePattern } from './schema/patterns.ts';

describe('attributeDataType', () => {
  it.each([
    ['loyaltyPointsNum', 'number'],
    ['orderNumberStr', 'short string'],
    ['lastOrderAt', 'date'],
    ['refundReasonTxt', 'longer text'],
    ['refundedBool', 'boolean'],
    ['shopProfileUrl', 'URL'],
    ['@ordtrkShopProfileUrl', 'URL'],
  ])('reads the data type of %s from its suffix', (name, dataType) => {
    expect(attributeDataType(name)).toBe(dataType);
  });

  it('has no data type for an unknown suffix', () => {
    expect(attributeDataType('loyaltyPoints')).toBeUndefined();
  });

  it('knows every suffix that the schema allows', () => {
    const allowed = /\(\?:([A-Za-z|]+)\)\$$/.exec(attributeNamePattern)?.[1]?.split('|');
    expect(attributeTypes.map(([suffix]) => suffix)).toEqual(allowed);
  });
});

describe('standardKlasses', () => {
  it('are the five of the platform', () => {
    expect(standardKlasses).toEqual(['company', 'conversation', 'customer', 'message', 'user']);
  });
});
