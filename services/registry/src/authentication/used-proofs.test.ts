import { randomUUID } from 'node:crypto';
import { RedisConnection } from '@app-platform/runtime/redis';
import { testRedisUrl } from '@app-platform/testing/redis/config';
import { describe, expect, it } from '@jest/globals';
import { UsedProofs } from './dpop-proof.ts';

const ignore = () => undefined;
const at = (milliseconds: number) => () => new Date(milliseconds);
const inAnHour = Date.now() + 3_600_000;

describe('used proofs', () => {
  it('are remembered until they can no longer be accepted', async () => {
    let now = 0;
    const used = new UsedProofs(() => new Date(now));
    expect(await used.use('a', 1_000)).toBe('first');
    now = 999;
    expect(await used.use('a', 1_000)).toBe('repeated');
    now = 1_000;
    expect(await used.use('a', 2_000)).toBe('first');
  });

  it('are never forgotten for the sake of others: a full memory accepts none', async () => {
    let now = 0;
    const used = new UsedProofs(() => new Date(now), undefined, 2);
    expect(await used.use('a', 1_000)).toBe('first');
    expect(await used.use('b', 1_000)).toBe('first');
    expect(await used.use('c', 1_000)).toBe('full');
    expect(await used.use('a', 1_000)).toBe('repeated');
    now = 1_000;
    expect(await used.use('c', 2_000)).toBe('first');
  });

  it('are of this process alone while Redis is down', async () => {
    const redis = new RedisConnection({ url: 'redis://127.0.0.1:1' }, ignore);
    await redis.open();
    const used = new UsedProofs(at(0), redis);
    expect(await used.use('a', 1_000)).toBe('first');
    expect(await used.use('a', 1_000)).toBe('repeated');
    await redis.close();
  });
});

for (const url of [testRedisUrl() ?? []].flat()) {
  describe('used proofs in Redis', () => {
    it('are of all replicas together, until they can no longer be accepted', async () => {
      const redis = new RedisConnection({ url }, ignore);
      const replica = () => new UsedProofs(() => new Date(), redis);
      const proof = randomUUID();
      const uses = Array.from({ length: 8 }, () => replica().use(proof, inAnHour));
      expect((await Promise.all(uses)).sort()).toEqual(['first', ...Array(7).fill('repeated')]);
      const another = randomUUID();
      const until = Date.now() + 50;
      expect(await replica().use(another, until)).toBe('first');
      const after = async () => {
        while ((await replica().use(another, Date.now() + 50)) !== 'first') {
          expect(Date.now()).toBeLessThan(until + 5_000);
        }
      };
      await after();
      await redis.close();
    });
  });
}
