import { expect, it } from '@jest/globals';
import fc from 'fast-check';
import { ExpiringDigests, ExpiringNumbers, PERIOD_MILLISECONDS } from './expiring-digests.ts';

const DAY = 86_400_000;

/** Adds values for a day, as the feed does, or lets time pass. */
const step = fc.oneof(
  fc.record({ add: fc.integer({ min: 0, max: 5_000 }), count: fc.integer({ min: 1, max: 500 }) }),
  fc.record({ pass: fc.integer({ min: 1, max: DAY }) }),
);

/** A set with the time of expiry of each value. */
class Both {
  readonly digests = new ExpiringDigests();
  readonly expiries = new Map<string, number>();
  now = 0;

  pass(milliseconds: number): void {
    this.now += milliseconds;
    this.digests.forgetExpired(this.now);
  }

  /** The same revocation is read several times, with the same expiry. */
  add(value: string): void {
    const expiresAt = this.expiries.get(value) ?? this.now + DAY;
    this.expiries.set(value, expiresAt);
    if (expiresAt > this.now) this.digests.add(value, expiresAt);
  }

  expiringAfter(time: number): string[] {
    return [...this.expiries].filter(([, expiry]) => expiry > time).map(([value]) => value);
  }
}

it('is like a set whose values expire, at most a period late', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
      const both = new Both();
      for (const one of steps) {
        if ('pass' in one) both.pass(one.pass);
        else for (let n = one.add; n < one.add + one.count; n += 1) both.add(`grant ${n}`);
      }
      const { digests, expiries, now } = both;
      const held = [...expiries.keys()].filter((value) => digests.has(value));
      expect(digests.size).toBe(held.length);
      expect(held).toEqual(expect.arrayContaining(both.expiringAfter(now)));
      expect(both.expiringAfter(now - PERIOD_MILLISECONDS)).toEqual(expect.arrayContaining(held));
      const others = Array.from({ length: 1_000 }, (_, index) => `token ${index}`);
      expect(others.filter((value) => digests.has(value))).toEqual([]);
    }),
  );
});

const entry = fc.record({
  value: fc.integer({ min: 0, max: 2_000 }).map((value) => `end ${value}`),
  number: fc.oneof(fc.integer({ min: 0, max: 9 }), fc.nat(2 ** 31), fc.nat(2 ** 53 - 2)),
  expiresAt: fc.integer({ min: 0, max: DAY }),
});

it('keeps the highest number of each value', () => {
  fc.assert(
    fc.property(fc.array(entry, { size: 'max', maxLength: 3_000 }), (entries) => {
      const numbers = new ExpiringNumbers();
      const highest = new Map<string, number>();
      for (const { value, number, expiresAt } of entries) {
        numbers.raise(value, number, expiresAt);
        highest.set(value, Math.max(number, highest.get(value) ?? 0));
      }
      for (const [value, number] of highest) {
        expect(numbers.reaches(value, number)).toBe(true);
        expect(numbers.reaches(value, number + 1)).toBe(false);
      }
      expect(numbers.reaches('another', 0)).toBe(false);
      numbers.forgetExpired(DAY + PERIOD_MILLISECONDS);
      expect([numbers.size, numbers.isEmpty]).toEqual([0, true]);
    }),
    { numRuns: 30 },
  );
});
