import { describe, expect, it } from '@jest/globals';
import { namespacedAttribute, privateName } from './namespacing.ts';

const organizationId = '5f0c1d2e3a4b5c6d7e8f9a0b';

describe('privateName', () => {
  it('appends the id of the organization', () => {
    expect(privateName('order_tracker', organizationId)).toBe(`order_tracker_${organizationId}`);
  });

  it('keeps an app that already ends in the id of its organization', () => {
    const name = privateName('order_tracker', organizationId);
    expect(privateName(name, organizationId)).toBe(name);
  });

  it('appends to an app that ends in the id of another organization', () => {
    const other = 'order_tracker_aaaaaaaaaaaaaaaaaaaaaaaa';
    expect(privateName(other, organizationId)).toBe(`${other}_${organizationId}`);
  });
});

describe('namespacedAttribute', () => {
  it('is @, the identifier and the name with its first letter upper-cased', () => {
    expect(namespacedAttribute('ordtrk', 'loyaltyPointsNum')).toBe('@ordtrkLoyaltyPointsNum');
  });
});
