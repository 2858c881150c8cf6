import { describe, expect, it } from '@jest/globals';
import { freePlaces } from './dispatcher.ts';
import { SlowReceivers } from './slow-receivers.ts';

const quick = { durationMilliseconds: 4_999 };
const slow = { durationMilliseconds: 5_000 };

describe('a receiver', () => {
  it('is slow for ten minutes after an attempt that took half of the time it has', () => {
    let now = 0;
    const receivers = new SlowReceivers(10_000, () => now);
    receivers.note('one', quick);
    receivers.note('two', slow);
    expect(receivers.webhookIds()).toEqual(['two']);
    now = 300_000;
    receivers.note('three', slow);
    now = 600_000;
    expect(receivers.webhookIds()).toEqual(['three']);
    now = 900_000;
    expect(receivers.webhookIds()).toEqual([]);
  });

  it('is not slow after an attempt that was quick', () => {
    const receivers = new SlowReceivers(10_000);
    receivers.note('one', slow);
    receivers.note('one', quick);
    expect(receivers.webhookIds()).toEqual([]);
  });

  it('is forgotten where more than 10,000 others are slower since', () => {
    const receivers = new SlowReceivers(10_000);
    for (let number = 0; number <= 10_000; number += 1) receivers.note(String(number), slow);
    const known = receivers.webhookIds();
    expect(known).toHaveLength(10_000);
    expect(known).not.toContain('0');
  });
});

describe('places', () => {
  const mostOf = (running: { slow: number; others: number }) =>
    freePlaces(running).map(({ isSlow, most, mostOfOrganization }) => [
      ...[isSlow, most, mostOfOrganization],
    ]);

  it('are shared, then one for each organization without one; slow receivers have their own', () => {
    const ofSlow = [true, 8, 1n];
    expect(mostOf({ slow: 0, others: 31 })).toEqual([[false, 32, 8n], ofSlow]);
    expect(mostOf({ slow: 7, others: 32 })).toEqual([[false, 64, 1n], ofSlow]);
    expect(mostOf({ slow: 8, others: 63 })).toEqual([[false, 64, 1n]]);
    expect(mostOf({ slow: 8, others: 64 })).toEqual([]);
  });
});
