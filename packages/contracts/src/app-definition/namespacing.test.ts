import { describe, expect, it } from '@jest/globals';
import { namespacedAttribute, privateName } from './namespacing.ts';

const organizationId = '5f0c1d2e3a4b5c6d7e8f9a0b';

describe('privateName', () => {
  it('appends the id of the organization', () => {
    expect(privateName('order_tracker', organizationId)).toBe(`order_tracker_${organizationId}`);
  });

  it('keeps an app that ends in the id of its organization already', () => {
    const name = privateName('order_tracker', organizationId);
    expect(privateName(name, organizationId)).toBe(name);
  });

  it('appends to an app that ends in the id of another organization', () => {
    const other = 'order_tracker_aaaaaaaaaaaaaaaaaaaaaaaa';
    expect(privateName(other, organizationId)).toBe(`${other}_${organizationId}`);
  });
});

describe('namespacedAttribute', () => {
  it('begins with @ and the identifier and raises the first letter of the name', () => {
    expect(namespacedAttribute('ordtrk', 'loyaltyPointsNum')).toBe('@ordtrkLoyaltyPointsNum');
  });
});
