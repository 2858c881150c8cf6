import { describe, expect, it } from '@jest/globals';
import { rateLimiter } from './rate-limiter.ts';

describe('the memory limiter', () => {
  it('forgets the least recently used of more than 100,000 keys', async () => {
    const limiter = rateLimiter({ points: 3, duration: 60, keyPrefix: 'test' });
    for (let key = 0; key < 100_000; key += 1) await limiter.consume(`${key}`);
    await limiter.consume('0');
    await limiter.consume('one more');
    const counts = await Promise.all(['0', '1', '2', 'one more'].map((key) => limiter.get(key)));
    expect(counts.map((one) => one?.consumedPoints)).toEqual([2, undefined, 1, 1]);
  });
});
