import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Child } from '@app-platform/testing/processes/child';
import { freePort } from '@app-platform/testing/processes/free-ports';
import { RedisNode } from '@app-platform/testing/servers/redis-node';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';

/** What Redis adds to a node's port for the cluster's bus, where nothing else is set. */
const BUS_OFFSET = 10_000;

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'app-platform-redis-'));
});
afterEach(async () => {
  await Child.endAll();
  await rm(folder, { recursive: true, force: true });
});

describe('a node of Redis', () => {
  it("starts in a cluster's mode while somebody holds the port 10,000 above its own", async () => {
    const port = await freePort();
    const holder = createServer().listen(port + BUS_OFFSET, '127.0.0.1');
    await once(holder, 'listening');

    const node = await RedisNode.start(folder, port, ['cluster-enabled yes', 'save ""']);

    expect(await node.ask('PING')).toBe('PONG');
    holder.close();
  });

  it('fails at once, and says what Redis said, where Redis does not start', async () => {
    await expect(RedisNode.start(folder, await freePort(), ['no-such-setting 1'])).rejects.toThrow(
      /no-such-setting/,
    );
  });
});
