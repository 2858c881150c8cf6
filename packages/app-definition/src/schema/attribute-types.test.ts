import { describe, expect, it } from '@jest/globals';
import { attributeDataType, standardKlasses } from './attribute-types.ts';

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
});

describe('standardKlasses', () => {
  it('are the five of the platform', () => {
    expect(standardKlasses).toEqual(['company', 'conversation', 'customer', 'message', 'user']);
  });
});
