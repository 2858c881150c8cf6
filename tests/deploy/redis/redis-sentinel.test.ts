import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describeEphemeralStore } from '@app-platform/oauth/ephemeral-store-conformance';
import { RedisStore } from '@app-platform/oauth/testing';
import { Child } from '@app-platform/testing/processes/child';
import { somePrefix } from '@app-platform/testing/servers/redis-node';
import { RedisSentinels } from '@app-platform/testing/servers/redis-sentinels';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { sharesRateLimits } from './rate-limits.ts';
import { comesBack } from './store-comes-back.ts';

let folder: string;
let redis: RedisSentinels;
const prefix = somePrefix();
const target = () => ({
  sentinelUrls: redis.urls,
  sentinelName: redis.name,
  password: redis.password,
});
const connect = () => RedisStore.connect(target(), () => undefined, prefix);

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'app-platform-redis-'));
  redis = await RedisSentinels.start(folder);
});
afterAll(async () => {
  await Child.endAll();
  await rm(folder, { recursive: true, force: true });
});

describeEphemeralStore('a Redis that sentinels watch', connect);
sharesRateLimits('a Redis that sentinels watch', target);

describe('a Redis that sentinels watch', () => {
  it('is followed to the replica when its server dies', async () => {
    const store = await connect();
    await store.set('before', 'kept', 600);
    await new Promise((resolve) => setTimeout(resolve, 500));
    await (await redis.master())?.kill();
    expect(await comesBack(() => store.get('before'))).toBe('kept');
    await comesBack(() => store.set('after', 'x', 60));
    expect(await store.get('after')).toBe('x');
    await store.close();
  });

  it('is found by whoever starts while the server and a sentinel are away', async () => {
    await redis.sentinels[0]?.kill();
    const store = await connect();
    expect(await comesBack(() => store.get('before'))).toBe('kept');
    await store.close();
  });
});
