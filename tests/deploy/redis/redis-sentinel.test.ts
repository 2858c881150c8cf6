import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describeEphemeralStore } from '@app-platform/oauth/ephemeral-store-conformance';
import { RedisStore } from '@app-platform/oauth/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Child } from '../../faults/child.ts';
import { until } from '../../faults/patience.ts';
import { freePorts } from '../../flow/free-ports.ts';
import { sharesRateLimits } from './rate-limits.ts';
import { PATIENCE_MILLISECONDS, RedisNode, somePrefix } from './redis-node.ts';
import { comesBack } from './store-comes-back.ts';

const NAME = 'platform';
const PASSWORD = 'of-the-server-and-not-of-the-sentinels';
const SERVER = [`requirepass ${PASSWORD}`, `masterauth ${PASSWORD}`, 'save ""'];

let folder: string;
let master: RedisNode;
const sentinels: RedisNode[] = [];
const prefix = somePrefix();
const target = () => ({
  sentinelUrls: sentinels.map(({ url }) => url),
  sentinelName: NAME,
  password: PASSWORD,
});
const connect = () => RedisStore.connect(target(), () => undefined, prefix);

/** A server, its replica, and three sentinels who watch them. */
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'app-platform-redis-'));
  const [masterPort = 0, replicaPort = 0, ...sentinelPorts] = await freePorts(5);
  master = await RedisNode.start(folder, masterPort, SERVER);
  await RedisNode.start(folder, replicaPort, [...SERVER, `replicaof 127.0.0.1 ${masterPort}`]);
  for (const port of sentinelPorts) {
    const watches = [
      `sentinel monitor ${NAME} 127.0.0.1 ${masterPort} 2`,
      `sentinel auth-pass ${NAME} ${PASSWORD}`,
      `sentinel down-after-milliseconds ${NAME} 1000`,
      `sentinel failover-timeout ${NAME} 5000`,
    ];
    sentinels.push(await RedisNode.start(folder, port, watches, '--sentinel'));
  }
  for (const sentinel of sentinels) {
    await until('the sentinels know everybody', PATIENCE_MILLISECONDS, async () => {
      const info = await sentinel.ask<string>('INFO', 'sentinel');
      return info.includes('status=ok') && info.includes('slaves=1,sentinels=3');
    });
  }
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
    await master.kill();
    expect(await comesBack(() => store.get('before'))).toBe('kept');
    await comesBack(() => store.set('after', 'x', 60));
    expect(await store.get('after')).toBe('x');
    await store.close();
  });

  it('is found by whoever starts while the server and a sentinel are away', async () => {
    await sentinels[0]?.kill();
    const store = await connect();
    expect(await comesBack(() => store.get('before'))).toBe('kept');
    await store.close();
  });
});
