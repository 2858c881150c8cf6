import { randomBytes } from 'node:crypto';
import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createClient } from 'redis';
import { Child } from '../processes/child.ts';
import { freePort } from '../processes/free-ports.ts';
import { until } from '../until.ts';

export const PATIENCE_MILLISECONDS = 30_000;

const host = '127.0.0.1';

/** A process of redis-server that a test started. It keeps nothing on disk. */
export class RedisNode {
  readonly port: number;
  /** Where the other nodes of a cluster reach it. */
  readonly busPort: number;
  readonly #child: Child;
  readonly #password: string | undefined;

  private constructor(port: number, busPort: number, child: Child, password?: string) {
    this.#password = password;
    this.port = port;
    this.busPort = busPort;
    this.#child = child;
  }

  /**
   * @param lines of its configuration file, which a sentinel and a cluster's node write to
   * @throws Error with what the server printed, where it ends at once
   */
  static async start(
    folder: string,
    port: number,
    lines: string[],
    mode: '--sentinel' | '' = '',
  ): Promise<RedisNode> {
    const own = join(folder, `redis-${port}`);
    await mkdir(own, { recursive: true });
    await chmod(own, 0o700);
    const file = join(own, 'redis.conf');
    // Left out, the port of a cluster's bus is 10,000 above: among those that connections are given.
    const busPort = await freePort();
    const bus = mode ? [] : [`cluster-port ${busPort}`];
    const common = [`port ${port}`, ...bus, `bind ${host}`, `dir ${own}`, ...lines];
    await writeFile(file, `${common.join('\n')}\n`);
    const logFile = join(own, 'redis.log');
    const child = await Child.start({
      name: `redis-${port}`,
      command: ['redis-server', file, ...(mode ? [mode] : [])],
      logFile,
    });
    const password = lines.join('\n').match(/^requirepass (.*)$/m)?.[1];
    const node = new RedisNode(port, busPort, child, password);
    await until(`Redis answers at ${port}`, PATIENCE_MILLISECONDS, async () => {
      if (child.hasEnded)
        throw new Error(`redis-${port} ended: ${await readFile(logFile, 'utf8')}`);
      return node.ask('PING').then(
        () => true,
        () => false,
      );
    });
    return node;
  }

  get url(): string {
    return `redis://${host}:${this.port}`;
  }

  /** Asks it something, on a connection of its own. */
  async ask<T>(...command: string[]): Promise<T> {
    const client = createClient({
      url: this.url,
      ...(this.#password && { password: this.#password }),
      socket: { reconnectStrategy: false },
    });
    client.on('error', () => undefined);
    await client.connect();
    try {
      return await client.sendCommand<T>(command);
    } finally {
      client.destroy();
    }
  }

  /** What `kill -9` does, or a machine that loses power. */
  async kill(): Promise<void> {
    if (!this.#child.hasEnded) await this.#child.end('SIGKILL');
  }
}

/** No other run's. */
export function somePrefix(): string {
  return `app-platform-test:${randomBytes(6).toString('hex')}:`;
}
