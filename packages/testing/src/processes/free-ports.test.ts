import { once } from 'node:events';
import { createServer } from 'node:net';
import { afterEach, describe, expect, it } from '@jest/globals';
import { FreePorts, freePorts } from './free-ports.ts';

const server = createServer();
afterEach(() => void server.close());

describe('a port to listen on later', () => {
  it('is told once, though nobody listens on it yet', async () => {
    expect(new Set(await freePorts(400)).size).toBe(400);
  });

  it('is told to one worker', async () => {
    const [first, second] = [new FreePorts(1), new FreePorts(2)];
    const told = new Set<number>();
    for (let each = 0; each < 400; each += 1) {
      told.add(await first.take());
      told.add(await second.take());
    }
    expect(told.size).toBe(800);
  });

  it('is none that somebody listens on, however many are asked for', async () => {
    const ports = new FreePorts(3);
    const port = await ports.take();
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
    for (let each = 0; each < 500; each += 1) expect(await ports.take()).not.toBe(port);
  });
});
