import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describeEphemeralStore } from '@app-platform/oauth/ephemeral-store-conformance';
import { RedisStore } from '@app-platform/oauth/testing';
import { Child } from '@app-platform/testing/processes/child';
import { freePorts } from '@app-platform/testing/processes/free-ports';
import {
  PATIENCE_MILLISECONDS,
  RedisNode,
  somePrefix,
} from '@app-platform/testing/servers/redis-node';
import { until } from '@app-platform/testing/until';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { sharesRateLimits } from './rate-limits.ts';
import { comesBack } from './store-comes-back.ts';

const SLOTS = [
  [0, 5460],
  [5461, 10_922],
  [10_923, 16_383],
];
const CLUSTER = ['cluster-enabled yes', 'cluster-node-timeout 1000', 'save ""'];

let folder: string;
const nodes: RedisNode[] = [];
const prefix = somePrefix();
const errors: Error[] = [];
const target = () => ({ clusterUrls: nodes.slice(1, 3).map(({ url }) => url) });
const connect = () => RedisStore.connect(target(), (error) => void errors.push(error), prefix);

/** Three masters, and a replica of the first, each a process of this test's. */
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'app-platform-redis-'));
  for (const port of await freePorts(4)) {
    nodes.push(await RedisNode.start(folder, port, CLUSTER));
  }
  const [first, ...others] = nodes;
  for (const [index, [from, to]] of SLOTS.entries()) {
    await nodes[index]?.ask('CLUSTER', 'ADDSLOTSRANGE', `${from}`, `${to}`);
    await nodes[index]?.ask('CLUSTER', 'SET-CONFIG-EPOCH', `${index + 1}`);
  }
  const where = (node: RedisNode) => ['127.0.0.1', `${node.port}`, `${node.busPort}`];
  for (const node of others) await first?.ask('CLUSTER', 'MEET', ...where(node));
  const replica = nodes[3];
  const id = (await first?.ask<string>('CLUSTER', 'MYID')) ?? '';
  await until('the replica follows', PATIENCE_MILLISECONDS, async () =>
    (replica?.ask('CLUSTER', 'REPLICATE', id) ?? Promise.reject()).then(
      () => true,
      () => false,
    ),
  );
  for (const node of nodes) {
    await until('the cluster is complete', PATIENCE_MILLISECONDS, async () => {
      const info = await node.ask<string>('CLUSTER', 'INFO');
      return info.includes('cluster_state:ok') && info.includes('cluster_known_nodes:4');
    });
  }
  await until('the replica is in step', PATIENCE_MILLISECONDS, async () =>
    ((await replica?.ask<string>('INFO', 'replication')) ?? '').includes('master_link_status:up'),
  );
});
afterAll(async () => {
  await Child.endAll();
  await rm(folder, { recursive: true, force: true });
});

describeEphemeralStore('a Redis Cluster', connect);
sharesRateLimits('a Redis Cluster', target);

describe('a Redis Cluster', () => {
  it('holds the keys of one store on every master', async () => {
    const store = await connect();
    const keys = Array.from({ length: 100 }, (_, index) => `spread ${index}`);
    await Promise.all(keys.map((key) => store.set(key, key, 60)));
    const counts = await Promise.all(nodes.slice(0, 3).map((node) => node.ask<number>('DBSIZE')));
    expect(Math.min(...counts)).toBeGreaterThan(0);
    await store.close();
  });

  it('is asked again when a master has died and its replica has taken over', async () => {
    const store = await connect();
    const keys = Array.from({ length: 30 }, (_, index) => `fail-over ${index}`);
    await Promise.all(keys.map((key) => store.set(key, 'kept', 600)));
    await nodes[0]?.ask('WAIT', '1', '1000');
    await nodes[0]?.kill();
    for (const key of keys) expect(await comesBack(() => store.get(key))).toBe('kept');
    await comesBack(() => store.set('fail-over after', 'x', 60));
    expect(await store.get('fail-over after')).toBe('x');
    await store.close();
  });

  it('is found by whoever starts while a node is away', async () => {
    const store = await connect();
    expect(await comesBack(() => store.get('fail-over 1'))).toBe('kept');
    await store.close();
  });
});
